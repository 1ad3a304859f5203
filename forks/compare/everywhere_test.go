package compare_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/forks/compare"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/internal/render/transcript"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// sessions are the recorded ones, by the patterns of their files and folders.
var sessions = []string{
	"claude/*.jsonl", "codex/*.jsonl", "codex/handwritten/*.jsonl", "gemini/*.jsonl", "kimi/agent-undo", "kimi/tools",
	"kimicli/agent-compact/2222*",
	"kimicli/tools/8c1f*", "opencode/tools.json", "opencode/delegation.json", "opencode/compaction.json",
	"opencode/attachments.json", "pi/*.jsonl",
	"qwen/*.jsonl", "universal/compacted.json", "universal/every-tool.jsonl",
}

// TestSessionAndWhatWasMadeOfItHaveEverythingInCommon writes each recorded session in each format: nobody has done
// anything since.
func TestSessionAndWhatWasMadeOfItHaveEverythingInCommon(t *testing.T) {
	folder := t.TempDir()
	names := fixtures.Match(t, sessions...)
	for _, name := range names {
		fixtures.Copy(t, name, filepath.Join(folder, name))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, filepath.Join(folder, name))
			for _, w := range adapters.Writers() {
				if w.Info().Name == "cusf" || summaryBecomesPrompt[w.Info().Name] && isCompacted(t, s) {
					continue // nobody goes on with the one
				}
				back := delivered(t, s, w)
				for _, pair := range [][2]timeline.Stream{{s, back}, {back, s}} {
					c, err := compare.Compare(t.Context(), pair[0], pair[1], compare.Options{})
					if err != nil {
						t.Fatal(err)
					}
					if !c.Equal() || len(c.Turns) > 0 || c.Common.Turns != c.Left.Turns || c.Left.Turns != c.Right.Turns {
						t.Errorf("in %s: %d steps, %d of %d and %d turns are in common, within %d", w.Info().Name,
							c.Common.Steps, c.Common.Turns, c.Left.Turns, c.Right.Turns, c.Common.Within)
					}
				}
			}
		})
	}
}

// summaryBecomesPrompt are the CLIs whose sessions hold a summary as a prompt of the user's, or say again behind it
// what it has kept: to people these are turns, too.
var summaryBecomesPrompt = map[string]bool{"clido": true, "kimi-cli": true}

func isCompacted(t *testing.T, s timeline.Stream) bool {
	t.Helper()
	o, err := transcript.Survey(s)
	if err != nil {
		t.Fatal(err)
	}
	return o.Compactions > 0
}

func open(t *testing.T, path string) timeline.Stream {
	t.Helper()
	host := adapter.Host{Home: t.TempDir(), Getenv: func(string) string { return "" },
		Now: func() time.Time { return fixtures.Now }}
	c := catalog.New(catalog.Options{Readers: adapters.Readers(), Host: host, Runs: runs.Open(t.TempDir()), Dir: "/",
		Stdin: strings.NewReader("")})
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

// delivered writes a session into a new store and opens it there.
func delivered(t *testing.T, s timeline.Stream, w writers.Writer) timeline.Stream {
	t.Helper()
	root := filepath.Join(t.TempDir(), "store")
	if w.Info().Name == "opencode" {
		fixtures.Copy(t, "opencode/new.db", filepath.Join(root, "opencode.db"))
	}
	chosen, err := policy.Select(t.Context(), s, w.Info(), policy.Policies{Vendor: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	target := injection.Target{Reader: readerOf(w), Writer: w, Store: adapter.Store{CLI: w.Info().Name, Root: root}}
	receipt, err := target.Deliver(t.Context(), chosen, writers.Options{Dir: "/home/user/demo", Now: fixtures.Now,
		NewID: uuid.NewString})
	if err != nil {
		t.Fatal(err)
	}
	back, err := target.Reader.Open(t.Context(), adapter.Location{Path: receipt.Path, ID: receipt.ID})
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func readerOf(w writers.Writer) readers.Reader {
	for _, r := range adapters.Readers() {
		if r.Info().Name == w.Info().Name {
			return r
		}
	}
	return nil
}
