package e2e_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/fixtures"
	"stead/signals"
)

// rings has a command keep all events of notifications, and returns what reads them.
func rings(t *testing.T, g *harness.Environment) func() []happened {
	t.Helper()
	path := filepath.Join(g.Dir, "rung")
	fixtures.Put(t, path, nil)
	fixtures.Put(t, filepath.Join(g.Dir, ".config/stead/config.yaml"),
		fmt.Appendf(nil, "notify:\n  command: [sh, -c, 'cat >>\"$0\"', %q]\n  after: 0s\n", path))
	return func() (all []happened) {
		for line := range strings.Lines(string(g.Read(path))) {
			var one happened
			if err := json.Unmarshal([]byte(line), &one); err == nil {
				all = append(all, one)
			}
		}
		return all
	}
}

// notification returns the beginning of the sequence by which a terminal is told of an event.
func notification(text string) string { return "\x1b]9;" + text }

// TestRunRingsWhenItWaitsAndWhenItHasFinished sees each event come once, by the user's command and on the terminal that is attached.
func TestRunRingsWhenItWaitsAndWhenItHasFinished(t *testing.T) {
	for _, cli := range []string{"claude", "codex", "opencode"} {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, working(cli), provider.Step{Reply: provider.Reply{Text: "It is made."}})
			session, how := into(g, cli), showing[cli]
			asking(t, g, cli)
			rung := rings(t, g)
			x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", cli, "-i", "-p", prompt)
			comesTo(t, g, string(signals.Permission))
			eventually(t, "the first ring", func() bool { return len(rung()) == 1 })
			run := onlyRecord(t, g)
			if one := rung()[0]; one.Kind != "waiting" || one.About != how.about || one.Run != run.Run || one.CLI != cli {
				t.Errorf("the wait was told so: %+v", one)
			}
			x.sounds(cli + " waits in work: " + how.about)
			allows(t, g, x, how.allows)
			comesTo(t, g, string(signals.Input))
			eventually(t, "the second ring", func() bool { return len(rung()) == 2 })
			if one := rung()[1]; one.Kind != "finished" || one.About != "" && one.About != "It is made." {
				t.Errorf("the end of the turn was told so: %+v", one)
			}
			x.sounds(cli + " has finished in work")
			leaves(t, g, x, cli)
			if all := rung(); len(all) != 2 {
				t.Errorf("more was told: %+v", all)
			}
		})
	}
}

// sounds waits until the terminal was told of an event.
func (x *terminal) sounds(text string) {
	x.t.Helper()
	eventually(x.t, "the terminal is told: "+text, func() bool {
		x.mu.Lock()
		defer x.mu.Unlock()
		return strings.Contains(x.raw.String(), notification(text))
	})
}
