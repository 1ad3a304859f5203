package draft_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/forks/draft"
	"stead/internal/testkit/fixtures"
	"stead/runs"
	"stead/timeline"
)

// recorded are sessions with calls made at once, failures, compactions, abandoned branches and every tool.
var recorded = []string{
	"claude/parallel.jsonl", "claude/compaction.jsonl", "codex/*-8b58-*.jsonl", "gemini/errors.jsonl",
	"pi/reallife-branches.jsonl", "universal/every-tool.jsonl",
}

// place copies a recorded session to where it can be opened.
func place(t testing.TB, name string) (path string) {
	t.Helper()
	folder := t.TempDir()
	others := []string{name}
	if ext := filepath.Ext(name); ext == ".jsonl" { // a session may need the one that it was forked from
		others = fixtures.Match(t, filepath.Dir(name)+"/*"+ext)
	}
	for _, other := range others {
		fixtures.Copy(t, other, filepath.Join(folder, other))
	}
	return filepath.Join(folder, name)
}

func open(t testing.TB, path string) timeline.Stream {
	t.Helper()
	host := adapter.Host{Home: t.TempDir(), Getenv: func(string) string { return "" },
		Now: func() time.Time { return noon }}
	c := catalog.New(catalog.Options{Readers: adapters.Readers(), Host: host, Runs: runs.Open(t.TempDir()), Dir: "/",
		Stdin: strings.NewReader("")})
	source, err := c.Resolve(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := source.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRandomEdits edits recorded sessions at random. After each edit every call has the results that it had, behind it;
// what is undone is as it was, byte for byte; and the original's file is never touched.
func TestRandomEdits(t *testing.T) {
	for _, name := range fixtures.Match(t, recorded...) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := place(t, name)
			s, before := open(t, path), hashOf(t, path)
			pairs := pairsOf(collect(t, s))
			rapid.Check(t, func(rt *rapid.T) { editAtRandom(t, rt, s, pairs) })
			if hashOf(t, path) != before {
				t.Error("the original has changed")
			}
		})
	}
}

func hashOf(t testing.TB, path string) [32]byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(content)
}

// pairsOf returns how many results each call has that stand behind it.
func pairsOf(all []*timeline.Entry) map[string]int {
	pairs := map[string]int{}
	for _, e := range all {
		switch {
		case !e.Active():
		case e.Type == timeline.ToolCall:
			pairs[e.ID] = 0
		case e.Type == timeline.ToolResult:
			if _, isOpen := pairs[e.CallID]; isOpen {
				pairs[e.CallID]++
			}
		}
	}
	return pairs
}

func editAtRandom(t *testing.T, rt *rapid.T, s timeline.Stream, pairs map[string]int) {
	c := begin(t, s)
	states := []string{encoded(t, c)}
	for range rapid.IntRange(1, 6).Draw(rt, "steps") {
		edited, err := try(c, randomEdit(rt, c))
		if errors.Is(err, draft.ErrEdit) {
			continue // such as the last entry of all
		}
		if err != nil {
			rt.Fatal(err)
		}
		c = edited
		checkPairs(t, rt, c, pairs)
		states = append(states, encoded(t, c))
	}
	for at := len(states) - 1; at > 0; at-- {
		undone, err := c.Draft.Undo()
		if err != nil {
			rt.Fatal(err)
		}
		if c, err = draft.Open(context.Background(), s, undone); err != nil {
			rt.Fatal(err)
		}
		if encoded(t, c) != states[at-1] {
			rt.Fatalf("step %d undone, the copy is not what it was before", at)
		}
	}
	for at := 1; at < len(states); at++ {
		redone, err := c.Draft.Redo()
		if err != nil {
			rt.Fatal(err)
		}
		if c, err = draft.Open(context.Background(), s, redone); err != nil || encoded(t, c) != states[at] {
			rt.Fatalf("step %d redone, the copy is not what it was: %v", at, err)
		}
	}
}

func randomEdit(rt *rapid.T, c *draft.Copy) func(*draft.Copy) (draft.Change, error) {
	number := func(label string, most int) int { return rapid.IntRange(1, most).Draw(rt, label) }
	first := number("first", c.Len())
	last := min(c.Len(), first+rapid.IntRange(0, 3).Draw(rt, "more"))
	where := fmt.Sprintf("%d-%d", first, last)
	switch rapid.SampledFrom([]draft.Operation{draft.Cut, draft.Drop, draft.Rewrite, draft.Insert, draft.Move,
		draft.Move}).Draw(rt, "operation") {
	case draft.Cut:
		return cut(where)
	case draft.Drop:
		return drop(where)
	case draft.Rewrite:
		return rewrite(first, rapid.SampledFrom([]string{"another text\n", `{"path":"b","n":1}`}).Draw(rt, "text"))
	case draft.Insert:
		return insert(number("before", c.Len()+1), rapid.SampledFrom(
			[]timeline.EntryType{timeline.User, timeline.Assistant}).Draw(rt, "role"), "new")
	default:
		return move(where, number("before", c.Len()+1))
	}
}

// checkPairs fails when a call of the copy has other results behind it than in the original, or a result has lost its
// call.
func checkPairs(t *testing.T, rt *rapid.T, c *draft.Copy, pairs map[string]int) {
	all := entries(t, c)
	for call, results := range pairsOf(all) {
		if results != pairs[call] {
			rt.Fatalf("call %s has %d results, want %d", call, results, pairs[call])
		}
	}
	calls := map[string]bool{}
	active := 0
	for _, e := range all {
		if !e.Active() {
			continue
		}
		active++
		calls[e.ID] = true
		if _, had := pairs[e.CallID]; had && e.Type == timeline.ToolResult && !calls[e.CallID] {
			rt.Fatalf("the result %s stands without its call", e.ID)
		}
	}
	if active != c.Len() {
		rt.Fatalf("the copy has %d entries and gives %d", c.Len(), active)
	}
}
