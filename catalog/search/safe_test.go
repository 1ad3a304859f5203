package search_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"stead/adapters"
	"stead/catalog/index"
	"stead/catalog/search"
	"stead/internal/testkit/corpus"
	"stead/internal/testkit/corpus/home"
	"stead/internal/testkit/fixtures"
)

// FuzzEveryStringIsSafe asks the index for any string: it is a query, or an error that says what is wrong with it.
func FuzzEveryStringIsSafe(f *testing.F) {
	for _, query := range []string{
		`"`, `""`, `"a`, `a"b`, `-`, `--`, `- a`, `*`, `a*b*`, `a**`, `^a`, `a AND`, `OR`, `NOT a`, `NEAR(a b, 2)`, `(a`,
		`{body}:a`, `body:a`, `f:a`, `tool:`, `tool:"`, `-tool:*`,
		`file:-`, `role:`, `cli:""`, `project:/`, "a\x00b", "\x01 \x05", "\uFDD0bash", "a\xff\xfe", `'; DROP TABLE f; --`,
		`a + b`, `a:b:c`, `since:1d`, "日本", "e\u0301*", `"*"`, `-"`, `-\`,
	} {
		f.Add(query)
	}
	folder := f.TempDir()
	if _, err := home.Make(f.Context(), folder, home.Sizes{
		Codex: corpus.Size{Sessions: 1, Smallest: 1000, Largest: 2000}}, 1); err != nil {
		f.Fatal(err)
	}
	x, err := index.Open(f.Context(), filepath.Join(folder, index.FileName),
		index.Options{Readers: adapters.Readers(), Host: home.Host(folder)})
	if err == nil {
		_, err = x.Refresh(f.Context(), nil)
	}
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = x.Close() })
	f.Fuzz(func(t *testing.T, query string) {
		q, err := search.Parse(query, fixtures.Now)
		if wrong := (*search.QueryError)(nil); errors.As(err, &wrong) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		by := &search.Searcher{Readers: adapters.Readers(), Host: home.Host(folder), Index: x}
		asked, err := by.Search(context.Background(), q, 2)
		if err != nil {
			t.Fatalf("%q: %v", query, err)
		}
		by.Index = nil
		scanned, err := by.Search(context.Background(), q, 2)
		if err != nil || scanned.Hits != asked.Hits || scanned.Sessions != asked.Sessions {
			t.Errorf("%q: %d hits by the index, %d by a scan, %v", query, asked.Hits, scanned.Hits, err)
		}
	})
}

// TestWhateverBecomesOfTheIndex takes the index away, damages it, and appends to a session: the answer stays right.
func TestWhateverBecomesOfTheIndex(t *testing.T) {
	folder := t.TempDir()
	tally, err := home.Make(t.Context(), folder, home.Sizes{Claude: home.Small().Claude}, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := open(t, folder)
	file := filepath.Join(folder, "state", index.FileName)
	check := func(what string, want corpus.Count) {
		t.Helper()
		r, err := m.searcher().Fresh(t.Context(), parse(t, "needle_quoted"), 3, nil)
		if got := (corpus.Count{Sessions: r.Sessions, Hits: r.Hits}); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", what, got, err, want)
		}
	}
	want := tally[corpus.Quoted]
	check("nothing changed", want)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	check("the index was deleted while it was in use", want)
	sessions, err := filepath.Glob(filepath.Join(folder, ".claude/projects/*/*.jsonl"))
	if err != nil || len(sessions) != 2 {
		t.Fatal(sessions, err)
	}
	for _, session := range sessions {
		content, err := os.ReadFile(session)
		if err == nil {
			err = os.WriteFile(session,
				append(content,
					`{"type":"user","message":{"role":"user","content":"one more needle_quoted"},"uuid":"u1","parentUuid":null,"sessionId":"`+
						filepath.Base(session)[:36]+`","timestamp":"2026-11-22T10:00:00.000Z","cwd":"/x","version":"2.1.197"}`+"\n"...),
				0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want = corpus.Count{Sessions: 2, Hits: want.Hits + 2}
	check("sessions have grown", want)
	if err := os.Remove(sessions[1]); err != nil {
		t.Fatal(err)
	}
	check("a session was deleted", corpus.Count{Sessions: 1, Hits: tally[corpus.Quoted].Hits + 1})
}

// similar finds the same whatever is asked.
type similar []search.Hit

func (s similar) Similar(context.Context, string, int) ([]search.Hit, error) { return s, nil }

func TestWhatHasASimilarMeaningIsMerged(t *testing.T) {
	folder := t.TempDir()
	if _, err := home.Make(t.Context(), folder, home.Sizes{Claude: home.Small().Claude}, 1); err != nil {
		t.Fatal(err)
	}
	s := open(t, folder).searcher()
	alone, err := s.Search(t.Context(), parse(t, "needle_quoted"), 3)
	if err != nil || len(alone.Rows) != 3 {
		t.Fatal(alone.Rows, err)
	}
	last, other := alone.Rows[2], search.Hit{Reference: "codex:other", Turn: 1}
	s.Semantic = similar{last, other}
	r, err := s.Search(t.Context(), parse(t, "needle_quoted"), 3)
	if err != nil || len(r.Rows) == 0 || r.Rows[0].Reference != last.Reference || r.Rows[0].Turn != last.Turn ||
		r.Hits != alone.Hits {
		t.Errorf("%+v, %v", r, err)
	}
}
