package adaptertest

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
	cusfreader "stead/readers/cusf"
	universalreader "stead/readers/universal"
	"stead/timeline"
	"stead/writers"
	cusfwriter "stead/writers/cusf"
	universalwriter "stead/writers/universal"
)

// checkExchange exports every fixture as CUSF, which must be valid. It then imports the file and exports it again. The
// result must be the same except for the time of the export. A session exported for reconstruction must come back
// unchanged, with its native records.
func checkExchange(t testing.TB, a Adapter) {
	a.eachFixture(t, func(s session) {
		t.Helper()
		stream := a.open(t, s)
		for _, w := range []cusfwriter.Writer{{Redate: true}, {Redate: true, Reconstruct: true}} {
			name := s.fixture + " as CUSF"
			if w.Reconstruct {
				name += " for reconstruction"
			}
			path := filepath.Join(t.TempDir(), "export.jsonl")
			first := exported(t, name, w, stream, fixtures.Now)
			fixtures.Put(t, path, first)
			mustBeValid(t, name, path)
			imported := openCUSF(t, name, path)
			again := exported(t, name, w, throughUniversal(t, name, imported), fixtures.Now.Add(time.Hour))
			if diff := cmp.Diff(undated(first), undated(again)); diff != "" {
				t.Errorf("%s, imported and exported again (-first +again):\n%s", name, diff)
			}
			if !w.Reconstruct {
				bare := withoutNatives(imported)
				bare.Cut = imported.Cut
				compareRebuilt(t, name, first, exported(t, name, w, bare, fixtures.Now))
			} else if a.Reader.Info().Name != (cusfreader.Reader{}).Info().Name { // its own lines are everything that there is
				compareSessions(t, name, stream, imported)
			}
		}
	})
}

func exported(t testing.TB, name string, w cusfwriter.Writer, s timeline.Stream, at time.Time) []byte {
	t.Helper()
	plan, err := w.Plan(adapter.Store{}, s, writers.Options{ID: s.Header.ID, Now: at})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var out bytes.Buffer
	if _, err := w.Encode(context.Background(), &out, plan); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out.Bytes()
}

func openCUSF(t testing.TB, name, path string) timeline.Stream {
	t.Helper()
	s, err := cusfreader.Reader{}.Open(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatalf("%s: open: %v", name, err)
	}
	return s
}

func mustBeValid(t testing.TB, name, path string) {
	t.Helper()
	v, err := cusfreader.Reader{}.Validate(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, breach := range v.Breaches {
		if !breach.Warning {
			t.Errorf("%s: line %d breaks %s/%s: %s", name, breach.Line, breach.Part, breach.Rule, breach.Text)
		}
	}
}

// throughUniversal writes a session as a document of the universal format and reads it again.
func throughUniversal(t testing.TB, name string, s timeline.Stream) timeline.Stream {
	t.Helper()
	plan, err := universalwriter.Writer{}.Plan(adapter.Store{Root: t.TempDir()}, s, writers.Options{ID: "imported"})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	plan.Stream.Header.ID = s.Header.ID
	receipt, err := universalwriter.Writer{}.Write(context.Background(), plan)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	back, err := universalreader.Reader{}.Open(context.Background(), adapter.Location{Path: receipt.Path})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return back
}

// undated returns the lines of an export without the time of the export.
func undated(export []byte) []string {
	var lines []string
	for _, line := range linesOf(export) {
		at := jsonl.Value(line).Get("_meta", "exported_at")
		lines = append(lines, string(bytes.Replace(line, at, nil, 1)))
	}
	return lines
}

func compareRebuilt(t testing.TB, name string, first, again []byte) {
	t.Helper()
	difference, err := cusfreader.Reader{}.Compare(context.Background(), bytes.NewReader(first), bytes.NewReader(again))
	if difference != "" || err != nil {
		t.Errorf("%s, rebuilt from the timeline alone: %s (error %v)", name, difference, err)
	}
}

func compareSessions(t testing.TB, name string, want, got timeline.Stream) {
	t.Helper()
	if diff := cmp.Diff(asJSON(want.Header), asJSON(got.Header)); diff != "" {
		t.Errorf("%s: the header differs (-source +imported):\n%s", name, diff)
	}
	if diff := cmp.Diff(encoded(collect(t, name, want)), encoded(collect(t, name, got))); diff != "" {
		t.Errorf("%s: the entries differ (-source +imported):\n%s", name, diff)
	}
	if len(want.Children) != len(got.Children) {
		t.Errorf("%s: %d children became %d", name, len(want.Children), len(got.Children))
		return
	}
	for i := range want.Children {
		compareSessions(t, name, want.Children[i], got.Children[i])
	}
}
