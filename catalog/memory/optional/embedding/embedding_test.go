package embedding_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"stead/catalog/memory"
	"stead/catalog/memory/database"
	"stead/catalog/memory/database/databasetest"
	"stead/catalog/memory/knowledge"
	"stead/catalog/memory/optional/embedding"
	"stead/catalog/memory/recall"
	"stead/internal/testkit/memoryfiles"
)

// letters embeds a text by how often it has each letter: alike for texts that share words.
type letters struct {
	asked int
	fail  error
}

func (l *letters) Model() string { return "letters" }

func (l *letters) Embed(_ context.Context, texts []string) (vectors [][]float32, err error) {
	l.asked += len(texts)
	for _, text := range texts {
		v := make([]float32, 26)
		var sum float64
		for _, r := range strings.ToLower(text) {
			if r >= 'a' && r <= 'z' {
				v[r-'a']++
			}
		}
		for _, x := range v {
			sum += float64(x * x)
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(sum))
		}
		vectors = append(vectors, v)
	}
	return vectors, l.fail
}

func TestNearestMessageIsFound(t *testing.T) {
	folder := t.TempDir()
	d := databasetest.Open(t, database.Options{Folder: folder}, memoryfiles.Fix("s1", "/w", "2026-11-01T10:00:00Z"))
	e := &letters{}
	if near, err := embedding.Nearest(t.Context(), d, e, "generated files", 3); err != nil || near != nil || e.asked != 0 {
		t.Errorf("without vectors the endpoint is asked %d times: %v %v", e.asked, near, err)
	}
	report, err := embedding.Update(t.Context(), d, e, nil)
	if err != nil || report.Messages != 3 {
		t.Fatalf("%+v %v", report, err)
	}
	if again, err := embedding.Update(t.Context(), d, e, nil); err != nil || again.Messages != 0 || e.asked != 3 {
		t.Errorf("nothing is new: %+v %v, asked %d", again, err, e.asked)
	}
	near, err := embedding.Nearest(t.Context(), d, e, "with SQLite, never edit the generated files instead", 2)
	if err != nil || len(near) != 2 || near[0].Session != "s1" || near[0].Turn != 2 || near[0].Kind != "prompt" ||
		near[0].Likeness < near[1].Likeness || !strings.HasPrefix(near[0].Text, "We'll go with SQLite") {
		t.Errorf("%+v %v", near, err)
	}
	other := databasetest.Open(t, database.Options{Folder: folder, Tenant: "b"})
	if near, err := embedding.Nearest(t.Context(), other, e, "SQLite", 2); err != nil || near != nil {
		t.Errorf("another tenant sees %+v %v", near, err)
	}
}

// TestTenantsSideBySideSeeTheirOwn has two tenants of the same two databases learn from different sessions at the same
// time.
func TestTenantsSideBySideSeeTheirOwn(t *testing.T) {
	folder := t.TempDir()
	tenants := map[string]*database.Database{}
	for _, name := range []string{"a", "b"} {
		tenants[name] = databasetest.Open(t, database.Options{Folder: folder, Tenant: name},
			memoryfiles.Fix("of-"+name, "/w/"+name, "2026-11-01T10:00:00Z"))
		for _, file := range []string{memory.MessagesFile, memory.EventsFile} {
			if err := os.Remove(filepath.Join(folder, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var group errgroup.Group
	for _, d := range tenants {
		group.Go(func() error {
			_, err := knowledge.Update(t.Context(), d, knowledge.Options{})
			return err
		})
		group.Go(func() error {
			_, err := embedding.Update(t.Context(), d, &letters{}, nil)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	for name, d := range tenants {
		near, err := embedding.Nearest(t.Context(), d, &letters{}, "never edit the generated files", 10)
		if err != nil || len(near) != 3 || slices.ContainsFunc(near,
			func(n embedding.Near) bool { return n.Session != "of-"+name }) {
			t.Errorf("%s sees %+v %v", name, near, err)
		}
		pieces, err := recall.Read(t.Context(), d.Org(), recall.Query{Tenant: name})
		if err != nil || len(pieces) != 3 || slices.ContainsFunc(pieces,
			func(p recall.Piece) bool { return p.Project != "/w/"+name || p.Seen != 1 }) {
			t.Errorf("%s sees %+v %v", name, pieces, err)
		}
		if folders, err := recall.Folders(t.Context(), d.Org(), name); err != nil ||
			!slices.Equal(folders, []string{"/w/" + name}) {
			t.Errorf("%s sees %v %v", name, folders, err)
		}
	}
}

func TestFailureKeepsWhatIsThere(t *testing.T) {
	d := databasetest.Open(t, database.Options{Folder: t.TempDir()}, memoryfiles.Fix("s1", "/w", ""))
	e := &letters{fail: errors.New("busy")}
	if _, err := embedding.Update(t.Context(), d, e, nil); !errors.Is(err, e.fail) {
		t.Error(err)
	}
}
