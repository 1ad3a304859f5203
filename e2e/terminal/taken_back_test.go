package terminal_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// takingBack is how the user takes his last prompt back, until the composer is empty.
var takingBack = map[string][]press{
	"claude":   {{"", "/rewind"}, {"/rewind", "\r"}, {"Rewind", "\x1b[A"}, {"", "\r"}, {"Restore", "\r"}, {"", "\x15"}},
	"opencode": {{"", "/undo"}, {"/undo", "\r"}, {"", "\x15"}},
	"gemini":   {{"", "/rewind"}, {"/rewind", "\r"}, {"Rewind", "\x1b[A"}, {"", "\r"}, {"", "\r"}, {"", "\x15"}},
	// What Qwen Code 0.24.4 does with its own /rewind: it opens nothing, as it takes the command itself for a turn that
	// works.
	"qwen": {{"", "\x1b"}, {escAgain, "\x1b"}, {"Rewind Conversation", "\r"}, {"Restore conversation", "\r"},
		{"rewound", "\x15"}},
	"kimi": {{"", "/undo"}, {"/undo", "\r"}, {"", "\r"}, {"", "\x15"}},
	"pi":   {{"", "/tree"}, {"/tree", "\r"}, {"", "\x1b[A"}, {"", "\r"}, {"", "\r"}, {"", "\x15"}},
}

// TestWhatTheUserTakesBackIsNotDelivered has the user take back his second prompt, in the CLI's own way, and say
// something else. The next CLI is told what stands on the screen, from the run and from the session alike, and so is
// the CLI itself.
func TestWhatTheUserTakesBackIsNotDelivered(t *testing.T) {
	t.Parallel()
	const first, second, third = "What is the first word?", "And what is the second word?", "What is the third word instead?"
	want := map[string]int{first: 1, "Alpha.": 1, second: 0, "Beta.": 0, third: 1, "Gamma.": 1}
	for cli, keys := range takingBack {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x := converses(t, cli, first, "Alpha.", "Beta.", "Gamma.")
			asksAndSees(t, g, x, second, "Beta.")
			presses(x, keys...)
			asksAndSees(t, g, x, third, "Gamma.")
			run := runtest.OnlyRecord(t, g)
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, cli)
			shown := g.Stead("show", "run:"+run.Run)
			runtest.Exits(t, shown, 0)
			if strings.Contains(shown.Stdout, "Beta.") || !strings.Contains(shown.Stdout, "Gamma.") {
				t.Errorf("the journal is shown as\n%s", shown.Stdout)
			}
			deliversTheSame(t, g, run, want)
		})
	}
}

// restoring is what Claude Code offers to do at a prompt, by its numbers (2.1.332).
var restoring = map[string]string{"code and conversation": "1", "conversation": "2", "code": "3",
	"summarize from here": "4", "summarize up to here": "5"}

// restored is what another CLI is told then.
var restored = map[string]map[string]int{
	"code and conversation": {"Alpha.": 1, "Write the second.": 0, "Beta.": 0},
	"conversation":          {"Alpha.": 1, "Write the second.": 0, "Beta.": 0},
	"code":                  {"Alpha.": 1, "Write the second.": 1, "Beta.": 1},
	"summarize from here":   {"Alpha.": 1, "Write the second.": 0, "Beta.": 0, "A scripted summary.": 1},
	"summarize up to here":  {"Alpha.": 0, "Write the second.": 1, "Beta.": 1, "A scripted summary.": 1},
}

// TestWhatTheUserRestoresIsFollowed has the user of Claude Code choose all that its /rewind offers, behind a turn that
// has written a file.
func TestWhatTheUserRestoresIsFollowed(t *testing.T) {
	t.Parallel()
	for name, choice := range restoring {
		t.Run(name, func(t *testing.T) {
			runtest.Proves(t, "claude")
			t.Parallel()
			g := harness.New(t)
			g.Provider.Add(append(provider.Steps(provider.Say("Alpha."),
				provider.Use(harness.Of("claude").Tools.Write(filepath.Join(g.Work, "made.txt"))), provider.Say("Beta.")),
				provider.Step{Reply: provider.Say("Gamma."), Always: true})...)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", "claude")
			x.SeesReady("claude")
			asksAndSees(t, g, x, "What is the first word?", "Alpha.")
			asksAndSees(t, g, x, "Write the second.", "Beta.")
			commands(x, "/rewind")
			presses(x, press{"made.txt", "\x1b[A"}, press{"", "\r"}, press{"Never mind", choice}, press{"", "\x1b"},
				press{"", "\x15"})
			run := runtest.ComesTo(t, g, "input")
			runtest.Exits(t, g.Stead("send", run.Run, "--wait", "And the third?"), 0)
			runtest.ComesTo(t, g, "input")
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, "claude")
			deliversTheSame(t, g, run, restored[name])
		})
	}
}
