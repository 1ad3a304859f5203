package terminal_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// press is a key, and what must stand on the screen before it is pressed.
type press struct{ sees, keys string }

// takingBack is how the user takes his last prompt back, until the composer is empty.
var takingBack = map[string][]press{
	"claude":   {{"", "/rewind"}, {"/rewind", "\r"}, {"Rewind", "\x1b[A"}, {"", "\r"}, {"Restore", "\r"}, {"", "\x15"}},
	"opencode": {{"", "/undo"}, {"/undo", "\r"}, {"", "\x15"}},
	"gemini":   {{"", "/rewind"}, {"/rewind", "\r"}, {"Rewind", "\x1b[A"}, {"", "\r"}, {"", "\r"}, {"", "\x15"}},
	"kimi":     {{"", "/undo"}, {"/undo", "\r"}, {"", "\r"}, {"", "\x15"}},
	"pi":       {{"", "/tree"}, {"/tree", "\r"}, {"", "\x1b[A"}, {"", "\r"}, {"", "\r"}, {"", "\x15"}},
}

// TestWhatTheUserTakesBackIsNotDelivered has the user take back his second prompt, in the CLI's own way, and say something else. The next CLI is
// told what stands on the screen, from the run and from the session alike, and so is the CLI itself.
func TestWhatTheUserTakesBackIsNotDelivered(t *testing.T) {
	const first, second, third = "What is the first word?", "And what is the second word?", "What is the third word instead?"
	want := map[string]int{first: 1, "Alpha.": 1, second: 0, "Beta.": 0, third: 1, "Gamma.": 1}
	for cli, keys := range takingBack {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("Alpha."), provider.Say("Beta."), provider.Say("Gamma."))...)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", cli)
			x.SeesReady(cli)
			asksAndSees(t, g, x, first, "Alpha.")
			asksAndSees(t, g, x, second, "Beta.")
			for _, p := range keys {
				x.Sees(p.sees)
				x.Rests()
				x.Keys(p.keys)
			}
			x.Rests()
			asksAndSees(t, g, x, third, "Gamma.")
			run := runtest.OnlyRecord(t, g)
			runtest.Leaves(t, g, x, cli)
			shown := g.Stead("show", "run:"+run.Run)
			runtest.Exits(t, shown, 0)
			if strings.Contains(shown.Stdout, "Beta.") || !strings.Contains(shown.Stdout, "Gamma.") {
				t.Errorf("the journal is shown as\n%s", shown.Stdout)
			}
			for _, way := range [][2]string{{"run:" + run.Run, "codex"}, {cli + ":" + run.To.ID, "codex"}, {"run:" + run.Run, cli}} {
				g.Provider.Add(provider.Steps(provider.Say("It goes on."))...)
				runtest.Exits(t, g.Stead("run", "--from", way[0], "--to", way[1], "-p", runtest.Prompt, "--headless"), 0)
				turns := g.Turns()
				told := runtest.Conversation(g, way[1], turns[len(turns)-1])
				for text, want := range want {
					if got := strings.Count(told, text); got != want {
						t.Errorf("from %s to %s, %q is delivered %d times, want %d", way[0], way[1], text, got, want)
					}
				}
			}
		})
	}
}

// asksAndSees submits a prompt and waits for the end of its turn.
func asksAndSees(t *testing.T, g *harness.Environment, x *runtest.Terminal, prompt, answer string) {
	t.Helper()
	x.Submits(prompt)
	x.Sees(answer)
	runtest.ComesTo(t, g, "input")
}
