package terminal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestRewoundCodexSessionGoesOn takes a prompt back in Codex' own terminal and asks something else, in another file of
// the same session. Claude Code is told what was not taken back, and Codex, when the session comes home, has it all,
// with what was left beside it.
func TestRewoundCodexSessionGoesOn(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Step{Reply: provider.Say("Understood."), Always: true})
	const kept, left, instead = "Keep the parser.", "Throw the printer away.", "Mend the printer."
	x := runtest.ShellOn(t, g, runtest.Large, "codex")
	x.SeesReady("codex")
	asks(t, g, x, kept)
	asks(t, g, x, left)
	goesBack(x)
	asks(t, g, x, instead)
	x.Quits("codex")
	if code := x.Ends(); code != "0" {
		t.Fatalf("codex ended with %s", code)
	}

	if list := g.Stead("list", "--cli", "codex", "--json").Stdout; strings.Count(list, `"id"`) != 1 {
		t.Errorf("the session is listed as %s", list)
	}
	goesTo(t, g, "claude", "codex:latest", "And then?", []string{kept, instead, "And then?"}, left)
	goesTo(t, g, "codex", "run:latest", "Home again.", []string{kept, instead, "And then?", "Home again."}, left)
	for _, run := range runtest.Records(t, g) {
		if files := rollouts(t, g, run.To.ID); run.To.CLI == "codex" && len(files) != 2 {
			t.Errorf("at home it has the files %q", files)
		}
	}
	if full := g.Stead("show", "run:latest", "--full").Stdout; !strings.Contains(full, left) {
		t.Errorf("what was taken back is not shown any more: %s", full)
	}
}

// goesBack takes the last prompt back, which Codex then puts into its composer.
func goesBack(x *runtest.Terminal) {
	x.Keys("\x1b")
	x.Sees("again to")
	x.Keys("\x1b")
	x.Sees("rewind")
	x.Keys("\r")
	x.Sees("Conversation reverted to this point")
	x.Keys("\x15")
	x.SeesReady("codex")
}

// asks submits a prompt and waits for the end of its turn.
func asks(t *testing.T, g *harness.Environment, x *runtest.Terminal, prompt string) {
	t.Helper()
	before := turnsEnded(t, g)
	x.Submits(prompt)
	runtest.Eventually(t, "the turn of "+prompt, func() bool { return turnsEnded(t, g) > before })
	x.Rests()
}

// turnsEnded counts the turns that have ended in all sessions of Codex.
func turnsEnded(t *testing.T, g *harness.Environment) (count int) {
	t.Helper()
	for _, path := range rollouts(t, g, "") {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		count += strings.Count(string(content), harness.Of("codex").Screen.TurnEnd)
	}
	return count
}

// rollouts returns the files of a session of Codex, or of all.
func rollouts(t *testing.T, g *harness.Environment, id string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(g.Dir, harness.Of("codex").Store, "*/*/*/rollout-*"+id+"*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// goesTo continues a session in a CLI, whose model is told what was said in order, and nothing of what was left.
func goesTo(t *testing.T, g *harness.Environment, cli, from, prompt string, told []string, left string) {
	t.Helper()
	runtest.Exits(t, g.Stead("run", "--from", from, "--to", cli, "-p", prompt, "--headless"), 0)
	turns := g.Turns()
	got := runtest.Conversation(g, cli, turns[len(turns)-1])
	runtest.InOrder(t, got, told)
	if strings.Contains(got, left) {
		t.Errorf("%s is told what was taken back: %s", cli, got)
	}
}

// TestRewindInsideARunIsFollowed takes a prompt back inside a run: the run has what the user asks instead, though it
// stands in another file.
func TestRewindInsideARunIsFollowed(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Step{Reply: provider.Say("Understood."), Always: true})
	session := runtest.SmallSession(g, "codex")
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", "codex")
	x.SeesReady("codex")
	runtest.ComesTo(t, g, "input")
	const left, instead = "Throw the printer away.", "Mend the printer."
	asks(t, g, x, left)
	goesBack(x)
	asks(t, g, x, instead)
	runtest.Leaves(t, g, x, "codex")
	run := runtest.OnlyRecord(t, g)
	for _, prompt := range []string{left, instead} {
		if n := runtest.LinesWith(run.RawJournal(t), `"type":"user","content":"`+prompt+`"`); n != 1 {
			t.Errorf("%q is in the journal %d times", prompt, n)
		}
	}
	if files := rollouts(t, g, run.To.ID); len(files) != 2 {
		t.Errorf("the session has the files %q", files)
	}
	said := []string{"Do you see a bug?", instead, "Understood."}
	goesTo(t, g, "claude", "run:"+run.Run, "And the cable?", said, left)
	goesTo(t, g, "claude", "codex:"+run.To.ID, "And the plug?", said, left)
	goesTo(t, g, "codex", "run:"+run.Run, "And the paper?", said, left)
}
