package live_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestTextDoesNotAnswerADialog sends a text into CLIs that ask, in a folder that is new to them, whether they may trust
// it. The text is refused, at once as well as when the dialog has stood for long, and nothing is trusted. Once the user
// has answered in the terminal, it arrives, once.
func TestTextDoesNotAnswerADialog(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(func(c harness.CLI) bool { return c.Screen.Trust != "" }) {
		question := harness.Of(cli).Screen.Trust
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It has come."))...)
			runtest.EndsRuns(t, g)
			folder := filepath.Join(g.Dir, "new")
			runtest.Exits(t, g.Run("git", "init", "-q", folder), 0)
			begun := g.Stead("run", "--to", cli, "--cwd", folder, "-d")
			runtest.Exits(t, begun, 0)
			run := strings.TrimSpace(begun.Stdout)
			runtest.Exits(t, g.Stead("send", run, "Go on."), 1, "its CLI asks first", question, "stead attach "+run)
			runtest.Eventually(t, "the list says what is asked",
				func() bool { return strings.Contains(g.Stead("ps").Stdout, question) })
			runtest.Exits(t, g.Stead("send", run, "--wait", "Go on."), 1, "its CLI asks first")

			x := runtest.OnTerminal(t, g, runtest.Large, "attach", run)
			x.Sees(question)
			if settings := string(g.Read(filepath.Join(g.Dir, ".codex", "config.toml"))); strings.Contains(settings, folder) {
				t.Errorf("the folder is trusted:\n%s", settings)
			}
			for _, key := range harness.Of(cli).Screen.Trusts {
				x.Rests()
				x.Keys(key)
			}
			runtest.Eventually(t, "the dialog is answered", func() bool { return !strings.Contains(x.Screen.Text(), question) })
			sent := g.Stead("send", run, "--wait", "Go on.")
			runtest.Exits(t, sent, 0)
			if turns := g.Turns(); sent.Stdout != "It has come.\n" || len(turns) != 1 ||
				strings.Count(runtest.Conversation(g, cli, turns[0]), "Go on.") != 1 {
				t.Errorf("it printed %q, and the model was asked %d times", sent.Stdout, len(turns))
			}
			if list := g.Stead("ps").Stdout; strings.Contains(list, question) {
				t.Errorf("the list says still\n%s", list)
			}
		})
	}
}
