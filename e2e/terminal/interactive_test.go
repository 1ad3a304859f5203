package terminal_test

import (
	"fmt"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/term/ptyx"
)

// TestSessionGoesOnInTheTerminal is the main job as a person does it: the history is on the screen, a typed prompt is
// answered, the CLI is quit, and stead has it all.
func TestSessionGoesOnInTheTerminal(t *testing.T) {
	t.Parallel()
	claudeTools := []string{"Fix the bug in main.py and run it.", "I'll look at the file first."}
	for _, c := range []struct {
		source, session, target string
		size                    ptyx.Size
		history                 []string
	}{
		{"claude", "tools", "codex", runtest.Large, append(claudeTools, "Called claude.Read", "Edited main.py (+1 -1)",
			"Ran python3 main.py && echo err >&2", "Added NOTES.md (+2 -0)", "and wrote NOTES.md.")},
		{"codex", "7b03", "claude", runtest.Large, []string{"fix the add function in calc.py",
			"Listed 1 directory, ran 3 shell commands", "Fixed: add now returns a + b.", "run the tests now",
			"Ran 2 shell commands · 1 failed", "search the web for go-memdb", "Searched."}},
		{"codex", "7b03", "claude", runtest.Small, []string{"search the web for go-memdb", "Searched."}}, // it shows the end
		{"claude", "tools", "claude", runtest.Large, append(claudeTools, "Read 1 file", "Update(main.py)",
			"Ran 1 shell command", "Write(NOTES.md)", "and wrote NOTES.md.")},
		{"claude", "tools", "opencode", runtest.Large, []string{"Now I run it.", "and wrote NOTES.md."}}, // it shows the end
		{"claude", "tools", "gemini", runtest.Large, append(claudeTools, "and wrote NOTES.md.")},
		// it folds the begin of a turn
		{"claude", "tools", "kimi", runtest.Large, []string{claudeTools[0], "Now I run it.", "and wrote NOTES.md."}},
		{"claude", "tools", "qwen", runtest.Large, append(claudeTools, "and wrote NOTES.md.")},
		{"claude", "tools", "pi", runtest.Large, []string{"Now I run it.", "and wrote NOTES.md."}}, // it shows the end
		{"codex", "00000000000a", "codex", runtest.Small, []string{"Ran python3 -c 'import calc; print(calc.add(2,3))'",
			"Edited calc.py (+1 -1)", "Fixed."}},
	} {
		t.Run(fmt.Sprintf("%s to %s at %dx%d", c.source, c.target, c.size.Columns, c.size.Rows), func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			g.KnowsVendors() // the one test of OpenCode's screen, and of a session that it resumes, with all that it knows
			session := g.Place(c.source, c.session)
			x := runtest.OnTerminal(t, g, c.size, "run", "--from", session.Ref(), "--to", c.target)
			x.Sees(c.history...)
			x.SeesReady(c.target)
			runtest.ComesTo(t, g, "input")
			ends := runtest.TurnEnds(t, g, c.target)
			x.Submits(runtest.Prompt)
			x.Sees("It goes on.")
			if got := g.Turns()[0].Prompt(); got != runtest.Prompt {
				t.Errorf("the model got the prompt %q", got)
			}
			runtest.QuitsAfterTurn(t, g, x, c.target, ends)
			run := runtest.OnlyRecord(t, g)
			if run.Status != "completed" || run.ExitCode != 0 || run.FinalText != "It goes on." {
				t.Errorf("the record is %+v", run)
			}
			if journal := strings.Join(run.Journal(t), "\n"); !strings.Contains(journal, runtest.Prompt) ||
				!strings.Contains(journal, "It goes on.") {
				t.Error("the journal lacks the new turn")
			}
			played(t, run, c.size, "It goes on.")
			if c.size == runtest.Large {
				goesOnAlone(t, g, c.target, run)
			}
		})
	}
}

// TestSessionIsLookedAtAndLeft opens a session and quits without a word: that it was taken is known all the same.
func TestSessionIsLookedAtAndLeft(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "pi"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t)
			session := g.Place("codex", "7b03")
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", target)
			runtest.ComesTo(t, g, "input")
			x.SeesReady(target)
			runtest.Leaves(t, g, x, target)
			if run := runtest.OnlyRecord(t, g); run.Status != "completed" {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}

// goesOnAlone resumes the injected session once more, without stead: all that was there before is there still.
func goesOnAlone(t *testing.T, g *harness.Environment, target string, run runtest.Record) {
	t.Helper()
	before := runtest.Conversation(g, target, g.Turns()[0])
	g.Provider.Add(provider.Steps(provider.Say("Still there."))...)
	g.Resume(harness.Session{CLI: target, ID: run.To.ID, Path: run.To.Path}, "And once more.")
	turns := g.Turns()
	after := runtest.Conversation(g, target, turns[len(turns)-1])
	for line := range strings.Lines(before) {
		if !strings.Contains(after, line) {
			t.Errorf("when the session is resumed again, this is missing: %s", line)
		}
	}
	runtest.InOrder(t, after, []string{runtest.Prompt, "It goes on.", "And once more."})
}

// TestPromptOpensTheTerminal gives the first prompt on the command line: a short one, and one that is longer than an
// argument may be.
func TestPromptOpensTheTerminal(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex"} {
		for name, text := range map[string]string{"short": runtest.Prompt, "long": runtest.LongPrompt(60_000)} {
			t.Run(target+"/"+name, func(t *testing.T) {
				runtest.Proves(t, target)
				t.Parallel()
				g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
				session := runtest.SmallSession(g, target)
				x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", target, "-i", "-p", text)
				x.Sees("It goes on.")
				got := g.Turns()[0].Prompt()
				if around := harness.Of(target).Screen.Around; around != nil {
					got = around.ReplaceAllString(got, "")
				}
				if got != text {
					t.Errorf("of %d bytes %d arrived, which end in %q", len(text), len(got), got[max(0, len(got)-40):])
				}
				runtest.QuitsAfterTurn(t, g, x, target, runtest.TurnEnds(t, g, target)-1)
			})
		}
	}
}

// TestControlCIsTheCLIs presses Ctrl-C in the middle of a turn: the CLI interrupts it and goes on, and so does stead.
func TestControlCIsTheCLIs(t *testing.T) {
	t.Parallel()
	for target, says := range map[string]string{"claude": "Interrupted", "codex": "interrupted"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			hold := provider.NewHold()
			g := harness.New(t, provider.Steps(provider.Reply{Text: "It begins.\n\nAnd it ", Hold: hold},
				provider.Say("It goes on."))...)
			session := runtest.SmallSession(g, target)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", target, "-i", "-p",
				"Never end.")
			runtest.Reached(t, g, hold)
			x.Sees("It begins.") // before that, Claude Code takes the prompt back into its composer
			ends := runtest.TurnEnds(t, g, target)
			x.Keys("\x03")
			x.Sees(says, harness.Of(target).Screen.Ready)
			x.Submits(runtest.Prompt)
			x.Sees("It goes on.")
			runtest.QuitsAfterTurn(t, g, x, target, ends)
			if run := runtest.OnlyRecord(t, g); run.Status != "completed" {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}
