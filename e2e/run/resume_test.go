package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestResumedRunIsAskedOnlyWhatItLacks kills a run before its prompt has reached the CLI's session: resumed without a
// word, it says that prompt. Then it is as if stead had been killed before it noted anything of the answer: that is
// taken as the CLI's session has it, and nothing is asked again.
func TestResumedRunIsAskedOnlyWhatItLacks(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex", "opencode"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t, provider.Step{Reply: provider.Say("It is answered."), Always: true})
			session := runtest.SmallSession(g, target)
			process := g.Start(g.SteadPath(), "run", "--from", session.Ref(), "--to", target, "-p", runtest.HopPrompt(1))
			runtest.Eventually(t, "the session", func() bool {
				all := runtest.Records(t, g)
				return len(all) == 1 && all[0].To.ID != ""
			})
			_ = process.Signal(syscall.SIGKILL)
			g.Wait(process)
			run := runtest.OnlyRecord(t, g)
			runtest.AwaitsEnd(t, g, run)
			noted := map[string][]byte{}
			for _, name := range []string{"run.json", "timeline.jsonl"} {
				noted[name] = g.Read(filepath.Join(run.Folder, name))
			}
			resumesToTheEnd(t, g)
			asked := len(g.Turns())
			for name, content := range noted {
				if err := os.WriteFile(filepath.Join(run.Folder, name), content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			resumesToTheEnd(t, g)
			if more := len(g.Turns()) - asked; more != 0 {
				t.Errorf("the model was asked %d times more", more)
			}
			if got := runtest.Conversation(g, target, g.Turns()[asked-1]); strings.Count(got, runtest.HopPrompt(1)) != 1 ||
				strings.Contains(got, "Go on where") {
				t.Errorf("the prompt is not there once:\n%s", got)
			}
			agree(t, runtest.OnlyRecord(t, g))
		})
	}
}

// resumesToTheEnd goes on with the run, which must end with its answer.
func resumesToTheEnd(t *testing.T, g *harness.Environment) {
	t.Helper()
	result := g.Stead("run", "--resume", "latest")
	runtest.Exits(t, result, 0)
	if result.Stdout != "It is answered.\n" || runtest.OnlyRecord(t, g).Status != "completed" {
		t.Errorf("the run is %s, and its output %q", runtest.OnlyRecord(t, g).Status, result.Stdout)
	}
}
