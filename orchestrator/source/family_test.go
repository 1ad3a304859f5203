package source

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/forks"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// counted is a CLI whose sessions are the files of a folder. It counts how often it is asked.
type counted struct {
	root         string
	lists, opens *int
}

func (c counted) Info() adapter.Info { return adapter.Info{Name: "claude", Title: "Claude Code"} }

func (c counted) Discover(adapter.Host) []adapter.Store {
	return []adapter.Store{{CLI: "claude", Root: c.root}}
}

func (c counted) Places(_ context.Context, store adapter.Store, q readers.Query) iter.Seq2[readers.Place, error] {
	*c.lists++
	return func(yield func(readers.Place, error) bool) {
		found, _ := filepath.Glob(filepath.Join(c.root, q.Prefix+"*"))
		for _, path := range found {
			if !yield(readers.FilePlace(store, path), nil) {
				return
			}
		}
	}
}

func (c counted) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		yield(timeline.Summary{CLI: "claude", ID: filepath.Base(place.Path), Path: place.Path, Title: "A title"}, nil)
	}
}

func (c counted) Detect([]byte) bool { return false }

func (c counted) Open(_ context.Context, l adapter.Location) (timeline.Stream, error) {
	*c.opens++
	h := timeline.Header{ID: l.ID}
	if l.ID == "native" {
		h.Lineage = &timeline.Lineage{Parent: "claude:ancestor", Kind: timeline.LineageFork, At: "e"}
	}
	return timeline.Stream{Header: h, Entries: timeline.Of()}, nil
}

// families is a finder over a folder with sessions of those names.
func families(t testing.TB, names ...string) (Families, counted) {
	t.Helper()
	data := t.TempDir()
	c := counted{filepath.Join(data, "store"), new(int), new(int)}
	if err := os.Mkdir(c.root, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(c.root, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	host, folder := adapter.Host{Home: data, Now: time.Now}, runs.Open(data)
	all := catalog.New(catalog.Options{Readers: []readers.Reader{c}, Host: host, Runs: folder, Dir: data})
	return Families{Sources: Finder{Catalog: all, Runs: folder, Host: host}, Lineage: forks.OpenLog(data)}, c
}

func note(t testing.TB, f Families, c counted, session, parent string) {
	t.Helper()
	n := forks.Node{Session: "claude:" + session, Path: filepath.Join(c.root, session), Parent: "claude:" + parent,
		Kind: timeline.LineageFork, Dir: "/w", Time: time.Unix(1, 0)}
	if err := f.Lineage.Append(n); err != nil {
		t.Fatal(err)
	}
}

func TestFamilyHoldsWhatTheCLIsAndSteadHaveMade(t *testing.T) {
	f, c := families(t, "ancestor", "native", "first", "second")
	note(t, f, c, "first", "native")
	note(t, f, c, "second", "first")
	note(t, f, c, "deleted", "first")
	for _, wanted := range []string{"ancestor", "native", "first", "second"} {
		root, err := f.Of(t.Context(), "claude:"+wanted)
		if err != nil {
			t.Fatal(err)
		}
		if wanted == "ancestor" { // nothing leads down from a session to those that its CLI has made of it
			if root.Session != "claude:ancestor" || !root.Wanted || len(root.Children) != 0 {
				t.Errorf("the family of the ancestor is %+v", root)
			}
			continue
		}
		native := root.Children[0]
		first := native.Children[0]
		if root.Session != "claude:ancestor" || native.At != "e" || first.Session != "claude:first" ||
			len(first.Children) != 2 {
			t.Fatalf("the family of %s begins with %+v", wanted, root)
		}
		if again, err := f.Of(t.Context(), "claude:del"); err != nil || !again.Children[0].Children[0].Children[1].Wanted {
			t.Errorf("the family of the deleted one is %+v, %v", again, err)
		}
		if second, deleted := first.Children[0], first.Children[1]; second.Gone || !deleted.Gone || root.Gone ||
			root.Title != "A title" {
			t.Errorf("%+v, %+v, %+v", root, second, deleted)
		}
	}
}

func TestFamiliesAreThoseOfTheFolder(t *testing.T) {
	f, c := families(t, "a", "b", "x", "y")
	note(t, f, c, "b", "a")
	note(t, f, c, "y", "x")
	if all, count, err := f.In(t.Context(), "/w", 1); err != nil || count != 2 || len(all) != 1 ||
		all[0].Session != "claude:a" {
		t.Errorf("%d of %d families, %v", len(all), count, err)
	}
	if _, count, err := f.In(t.Context(), "/elsewhere", 1); err != nil || count != 0 {
		t.Errorf("%d families elsewhere, %v", count, err)
	}
}

// TestLargeFamilyOpensNoSessions counts what is read of a family of ten thousand: no session is opened, the store is
// listed but for the root.
func TestLargeFamilyOpensNoSessions(t *testing.T) {
	f, c := families(t, "root")
	parents := []string{"root"}
	for i := range 10_000 {
		name := fmt.Sprintf("fork-%d", i)
		note(t, f, c, name, parents[i/3])
		parents = append(parents, name)
	}
	if err := os.WriteFile(filepath.Join(c.root, "fork-9999"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := f.Of(t.Context(), "claude:fork-9999")
	if err != nil {
		t.Fatal(err)
	}
	count, gone := 0, 0
	waiting := []*Member{root}
	for len(waiting) > 0 {
		next := waiting[0]
		waiting = append(waiting[1:], next.Children...)
		count++
		if next.Gone {
			gone++
		}
	}
	if count != 10_001 || gone != 9_999 {
		t.Errorf("%d members, %d are gone", count, gone)
	}
	if *c.opens > 1 || *c.lists > 4 {
		t.Errorf("%d sessions were opened, the store was listed %d times", *c.opens, *c.lists)
	}
}
