package report

import (
	"strings"
	"testing"

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
			got := whatNext(runs.Run{ID: "1", From: runs.Session{CLI: c.from}, To: runs.Session{CLI: "pi"}, Status: c.status})
			if !strings.HasSuffix(got, c.want) {
				t.Errorf("%q does not say %q", got, c.want)
			}
		})
	}
}

func TestInterruptedRunSaysHowToGoOnWithIt(t *testing.T) {
	for status, want := range map[runs.Status]int{runs.Interrupted: 2, runs.Completed: 1} {
		got := endLines(runs.Run{ID: "1", From: runs.Session{CLI: "claude"}, To: runs.Session{CLI: "pi"}, Status: status})
		if len(got) != want || want == 2 && !strings.HasSuffix(got[0], "stead run --resume 1)") {
			t.Errorf("%s: %q", status, got)
		}
	}
}
