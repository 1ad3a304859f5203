package e2e_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/ptyx"
)

// interactive is how a person works with each CLI: what its composer shows when it is ready, the keys that quit, and what its
// session holds when a turn is over. Where no mark says that, it is over when the answer has been captured.
var interactive = map[string]struct {
	ready, turnEnd string
	quit           func(*terminal)
}{
	"claude":   {"bypass permissions on", `"turn_duration"`, command("/exit")},
	"codex":    {"Ask Codex to do anything", `"task_complete"`, func(x *terminal) { x.keys("\x03") }},
	"opencode": {"ctrl+p", "", command("/exit")},
	"gemini":   {"Type your message", "", command("/quit")},
	"kimi":     {"context:", `"turn.ended"`, command("/exit")},
	"qwen":     {"YOLO mode", "", command("/quit")}, // in the composer stands what the model suggests
	"pi":       {"%/", "", command("/quit")},
}

// command types a command of the CLI and, once it stands in the composer, submits it as late as a person does: an Enter that
// follows a text at once is a line break for Gemini CLI 0.61.0.
func command(name string) func(*terminal) {
	return func(x *terminal) {
		x.keys(name)
		x.sees(name)
		time.Sleep(behindPaste)
		x.keys("\r")
	}
}

var (
	large = ptyx.Size{Rows: 40, Columns: 100}
	small = ptyx.Size{Rows: 24, Columns: 80}
)

// quits ends the CLI as a person does, once its session says that a further turn is over.
func quits(t *testing.T, g *harness.Environment, x *terminal, target string, turnsBefore int) {
	t.Helper()
	how := interactive[target]
	eventually(t, "the turn is over", func() bool { return turnEnds(t, g, target) > turnsBefore })
	x.sees(how.ready)
	leaves(t, g, x, target)
}

// leaves quits the CLI. A key that comes while the CLI is still busy with the end of its turn is lost on it, and is pressed again: late
// enough that it does not meet the shell behind a stead that has just ended.
func leaves(t *testing.T, g *harness.Environment, x *terminal, target string) {
	t.Helper()
	for range 5 {
		interactive[target].quit(x)
		if x.isOver(10 * time.Second) {
			break
		}
	}
	if code := x.ends(); code != "0" {
		t.Errorf("stead ended with %s", code)
	}
	nothingLeft(t, g)
}

// turnEnds counts the turns that have ended in the injected session.
func turnEnds(t *testing.T, g *harness.Environment, target string) int {
	t.Helper()
	run := onlyRecord(t, g)
	if interactive[target].turnEnd == "" {
		return strings.Count(run.rawJournal(t), `"content":"It goes on."`)
	}
	content, err := os.ReadFile(run.To.Path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(content), interactive[target].turnEnd)
}

// TestSessionGoesOnInTheTerminal is the main job as a person does it: the history is on the screen, a typed prompt is answered,
// the CLI is quit, and stead has it all.
func TestSessionGoesOnInTheTerminal(t *testing.T) {
	claudeTools := []string{"Fix the bug in main.py and run it.", "I'll look at the file first."}
	for _, c := range []struct {
		source, session, target string
		size                    ptyx.Size
		history                 []string
	}{
		{"claude", "tools", "codex", large, append(claudeTools, "Called claude.Read", "Edited main.py (+1 -1)", "Ran python3 main.py && echo err >&2", "Added NOTES.md (+2 -0)", "and wrote NOTES.md.")},
		{"codex", "7b03", "claude", large, []string{"fix the add function in calc.py", "Bash(cat calc.py && git status --short)", "Bash(python3 -c 'import calc; print(calc.add(2,3))')", "Fixed: add now returns a + b.", "run the tests now", "search the web for go-memdb", "Searched."}},
		{"codex", "7b03", "claude", small, []string{"fix the add function in calc.py", "Bash(cat calc.py && git status --short)", "run the tests now", "Searched."}},
		{"claude", "tools", "claude", large, append(claudeTools, "Update(main.py)", "Bash(python3 main.py && echo err >&2)", "Write(NOTES.md)", "and wrote NOTES.md.")},
		{"claude", "tools", "opencode", large, []string{"Now I run it.", "and wrote NOTES.md."}}, // it shows the end
		{"claude", "tools", "gemini", large, append(claudeTools, "and wrote NOTES.md.")},
		{"claude", "tools", "kimi", large, []string{claudeTools[0], "Now I run it.", "and wrote NOTES.md."}}, // it folds the begin of a turn
		{"claude", "tools", "qwen", large, append(claudeTools, "and wrote NOTES.md.")},
		{"claude", "tools", "pi", large, append(claudeTools, "and wrote NOTES.md.")},
		{"codex", "00000000000a", "codex", small, []string{"Ran python3 -c 'import calc; print(calc.add(2,3))'", "Edited calc.py (+1 -1)", "Fixed."}},
	} {
		t.Run(fmt.Sprintf("%s to %s at %dx%d", c.source, c.target, c.size.Columns, c.size.Rows), func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := g.Place(c.source, c.session)
			x := onTerminal(t, g, c.size, "run", "--from", session.Ref(), "--to", c.target)
			x.sees(c.history...)
			x.sees(interactive[c.target].ready)
			comesTo(t, g, "input")
			ends := turnEnds(t, g, c.target)
			x.submits(prompt)
			x.sees("It goes on.")
			if got := g.Turns()[0].Prompt(); got != prompt {
				t.Errorf("the model got the prompt %q", got)
			}
			quits(t, g, x, c.target, ends)
			run := onlyRecord(t, g)
			if run.Status != "completed" || run.ExitCode != 0 || run.FinalText != "It goes on." {
				t.Errorf("the record is %+v", run)
			}
			if journal := strings.Join(run.journal(t), "\n"); !strings.Contains(journal, prompt) || !strings.Contains(journal, "It goes on.") {
				t.Error("the journal lacks the new turn")
			}
			played(t, run, c.size, "It goes on.")
			if c.size == large {
				goesOnAlone(t, g, c.target, run)
			}
		})
	}
}

// TestSessionIsLookedAtAndLeft opens a session and quits without a word: that it was taken is known all the same.
func TestSessionIsLookedAtAndLeft(t *testing.T) {
	for _, target := range []string{"claude", "pi"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := g.Place("codex", "7b03")
			x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", target)
			comesTo(t, g, "input")
			x.sees(interactive[target].ready)
			leaves(t, g, x, target)
			if run := onlyRecord(t, g); run.Status != "completed" {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}

// goesOnAlone resumes the injected session once more, without stead: all that was there before is there still.
func goesOnAlone(t *testing.T, g *harness.Environment, target string, run record) {
	t.Helper()
	before := conversation(g, target, g.Turns()[0])
	g.Provider.Add(provider.Steps(provider.Say("Still there."))...)
	g.Resume(harness.Session{CLI: target, ID: run.To.ID, Path: run.To.Path}, "And once more.")
	turns := g.Turns()
	after := conversation(g, target, turns[len(turns)-1])
	for line := range strings.Lines(before) {
		if !strings.Contains(after, line) {
			t.Errorf("when the session is resumed again, this is missing: %s", line)
		}
	}
	inOrder(t, after, []string{prompt, "It goes on.", "And once more."})
}

// TestPromptOpensTheTerminal gives the first prompt on the command line: a short one, and one that is longer than an argument may be.
func TestPromptOpensTheTerminal(t *testing.T) {
	for _, target := range []string{"claude", "codex"} {
		for name, text := range map[string]string{"short": prompt, "long": longPrompt(60_000)} {
			t.Run(target+"/"+name, func(t *testing.T) {
				t.Parallel()
				g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
				session := into(g, target)
				x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", target, "-i", "-p", text)
				x.sees("It goes on.")
				if got := g.Turns()[0].Prompt(); got != text {
					t.Errorf("of %d bytes %d arrived, which end in %q", len(text), len(got), got[max(0, len(got)-40):])
				}
				quits(t, g, x, target, turnEnds(t, g, target)-1)
			})
		}
	}
}

// TestControlCIsTheCLIs presses Ctrl-C in the middle of a turn: the CLI interrupts it and goes on, and so does stead.
func TestControlCIsTheCLIs(t *testing.T) {
	for target, says := range map[string]string{"claude": "Interrupted", "codex": "interrupted"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			hold := provider.NewHold()
			g := harness.New(t, provider.Steps(provider.Reply{Text: "It begins.\n\nAnd it ", Hold: hold}, provider.Say("It goes on."))...)
			session := into(g, target)
			x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", target, "-i", "-p", "Never end.")
			reached(t, g, hold)
			x.sees("It begins.") // before that, Claude Code takes the prompt back into its composer
			ends := turnEnds(t, g, target)
			x.keys("\x03")
			x.sees(says, interactive[target].ready)
			x.submits(prompt)
			x.sees("It goes on.")
			quits(t, g, x, target, ends)
			if run := onlyRecord(t, g); run.Status != "completed" {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}
