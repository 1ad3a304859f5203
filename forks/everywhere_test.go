package forks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/forks"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// sessions are the recorded ones, by the patterns of their files and folders.
var sessions = []string{
	"claude/*.jsonl", "codex/*.jsonl", "codex/handwritten/*.jsonl", "gemini/*.jsonl", "kimi/agent-undo", "kimi/tools",
	"kimicli/agent-compact/2222*", "kimicli/tools/8c1f*",
	"opencode/tools.json", "opencode/delegation.json", "opencode/compaction.json", "opencode/attachments.json",
	"pi/*.jsonl", "qwen/*.jsonl",
	"universal/compacted.json", "universal/every-tool.jsonl",
}

// isFull says that each cut goes into each format.
var isFull = os.Getenv("STEAD_FORKS") == "full"

// TestCutAtEveryEntryIsWhatIsBeforeIt cuts each recorded session at each entry, writes what is left in a CLI's format,
// the session's own and another one, and reads it back: nothing is missing, nothing from beyond the cut is there, and
// no call waits for a result that came later.
func TestCutAtEveryEntryIsWhatIsBeforeIt(t *testing.T) {
	folder := t.TempDir()
	names := fixtures.Match(t, sessions...)
	for _, name := range names {
		fixtures.Copy(t, name, filepath.Join(folder, name)) // all of them first: a fork needs the one that it was forked from
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(folder, name)
			s := open(t, path)
			all := active(t, s)
			for i, e := range all {
				// nobody goes on with it
				targets := slices.DeleteFunc(adapters.Writers(), func(w writers.Writer) bool { return w.Info().Name == "cusf" })
				for j, w := range targets {
					if isFull || w.Info().Name == s.Header.Source.CLI || j == i%len(targets) {
						cutsWell(t, s, all, i, e.ID, w)
					}
				}
			}
		})
	}
}

func host(home string) adapter.Host {
	return adapter.Host{Home: home, Getenv: func(string) string { return "" },
		Now: func() time.Time { return fixtures.Now }}
}

func open(t *testing.T, path string) timeline.Stream {
	t.Helper()
	c := catalog.New(catalog.Options{Readers: adapters.Readers(), Host: host(t.TempDir()), Runs: runs.Open(t.TempDir()),
		Dir: "/", Stdin: strings.NewReader("")})
	source, err := c.Resolve(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := source.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// active returns the conversation.
func active(t *testing.T, s timeline.Stream) []*timeline.Entry {
	t.Helper()
	var all []*timeline.Entry
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Active() {
			all = append(all, e.Clone())
		}
	}
	return all
}

func cutsWell(t *testing.T, s timeline.Stream, all []*timeline.Entry, i int, id string, w writers.Writer) {
	t.Helper()
	part, cut, err := forks.At(t.Context(), s, forks.Point{Entry: id})
	if err != nil {
		t.Fatalf("cut at %s: %v", id, err)
	}
	what := fmt.Sprintf("cut %d at %s (%s) for %s", i, id, all[i].Type, w.Info().Name)
	if got := len(active(t, part)); got != cut.Entries || cut.Entries+cut.Gone != len(all) || cut.Entries+cut.Open != i+1 {
		t.Errorf("%s: %d entries stay, the cut is %+v", what, got, cut)
	}
	if cut.Entries == 0 {
		return
	}
	back, err := written(t, part, w)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	want, got := contents(active(t, part)), contents(back)
	for content, count := range contents(all) {
		if beyond := count - want[content]; beyond > 0 && got[content] > want[content] {
			t.Errorf("%s: what comes after it is there: %.80q (%d times, want %d)", what, content, got[content], want[content])
		}
	}
	if open := waiting(back); len(open) > len(waiting(all)) {
		t.Errorf("%s: %d calls have no result: %v", what, len(open), open)
	}
}

// written writes a session into a new store, checks that all of it arrived, and reads it back.
func written(t *testing.T, s timeline.Stream, w writers.Writer) ([]*timeline.Entry, error) {
	t.Helper()
	root := filepath.Join(t.TempDir(), "store")
	if w.Info().Name == "opencode" {
		fixtures.Copy(t, "opencode/new.db", filepath.Join(root, "opencode.db"))
	}
	chosen, err := policy.Select(t.Context(), s, w.Info(), policy.Policies{Vendor: func(string) string { return "" }})
	if err != nil {
		return nil, err
	}
	target := injection.Target{Reader: readerOf(w), Writer: w, Store: adapter.Store{CLI: w.Info().Name, Root: root}}
	receipt, err := target.Deliver(t.Context(), chosen, writers.Options{Dir: "/home/user/demo", Now: fixtures.Now,
		NewID: uuid.NewString})
	if err != nil {
		return nil, err
	}
	back, err := target.Reader.Open(t.Context(), adapter.Location{Path: receipt.Path, ID: receipt.ID})
	if err != nil {
		return nil, err
	}
	return active(t, back), nil
}

func readerOf(w writers.Writer) readers.Reader {
	for _, r := range adapters.Readers() {
		if r.Info().Name == w.Info().Name {
			return r
		}
	}
	return nil
}

// contents counts what is said, called and returned. Calls count by their being there.
func contents(all []*timeline.Entry) map[string]int {
	count := map[string]int{}
	for _, e := range all {
		text := strings.TrimSpace(e.Content.String() + e.Output.String())
		if e.Type == timeline.ToolCall {
			text = ""
		}
		if text != "" || e.Type == timeline.ToolCall {
			count[string(e.Type)+" "+text]++
		}
	}
	return count
}

func waiting(all []*timeline.Entry) []string {
	answered := map[string]bool{}
	for _, e := range all {
		answered[e.CallID] = true
	}
	var open []string
	for _, e := range all {
		if e.Type == timeline.ToolCall && !answered[e.ID] {
			open = append(open, e.ID)
		}
	}
	return open
}
