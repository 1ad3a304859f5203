package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/cmd/stead/cli/term"
	"stead/runs"
)

func TestRunEndsWithAnAdviceThatCanBeFollowed(t *testing.T) {
	for _, c := range []struct {
		name, from string
		status     runs.Status
		want       string
	}{
		{"carried back", "claude", runs.Completed, "stead run --from run:1 --to claude"},
		{"interrupted work is work", "codex", runs.Interrupted, "stead run --from run:1 --to codex"},
		{"no CLI to carry it to", "universal", runs.Completed, "stead show run:1"},
		{"at home", "pi", runs.Completed, "stead run --resume 1"},
		{"no work", "claude", runs.Failed, "stead show run:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(whatNext(runs.Run{ID: "1", From: runs.Session{CLI: c.from}, To: runs.Session{CLI: "pi"},
				Status: c.status}), "")
			if !strings.HasSuffix(got, c.want) {
				t.Errorf("%q does not say %q", got, c.want)
			}
		})
	}
}

func TestInterruptedRunSaysHowToGoOnWithIt(t *testing.T) {
	for status, want := range map[runs.Status]string{
		runs.Interrupted: "stopped    before it finished (resume it: stead run --resume 1)\n" +
			"run        1 (carry the work back: stead run --from desk/run:1 --to claude)\n",
		runs.Completed: "run        1 (carry the work back: stead run --from desk/run:1 --to claude)\n",
	} {
		said, err := os.Create(filepath.Join(t.TempDir(), "said"))
		if err != nil {
			t.Fatal(err)
		}
		defer said.Close()
		asked := &term.Messages{File: said, Named: func(reference string) string { return "desk/" + reference }}
		tellEnd(asked, runs.Run{ID: "1", From: runs.Session{CLI: "claude"}, To: runs.Session{CLI: "pi"}, Status: status})
		if got, err := os.ReadFile(said.Name()); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", status, got, err)
		}
	}
}
