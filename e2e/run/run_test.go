package run_test

import (
	"os"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestRunOutlivesItsReader gives the run an output that nobody reads, as in stead run --json | head -1.
func TestRunOutlivesItsReader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		flags []string
	}{{"answer", nil}, {"entries", []string{"--json"}}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := runtest.SmallSession(g, "codex")
			nobody, output, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer output.Close()
			nobody.Close()
			command := g.Command("", g.SteadPath(), append([]string{"run", "--from", session.Ref(), "--to", "codex", "-p",
				runtest.Prompt}, c.flags...)...)
			command.Stdout = output
			_ = command.Run()
			if code := command.ProcessState.ExitCode(); code != 1 {
				t.Errorf("exit code %d, want 1", code)
			}
			if run := runtest.OnlyRecord(t, g); run.Status != "completed" || run.FinalText != "It goes on." {
				t.Errorf("the record is %+v", run)
			}
			runtest.NothingLeft(t, g)
		})
	}
}
