package terminal_test

import (
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// startingAnew is how the user begins a new session inside a CLI.
var startingAnew = map[string]string{
	"claude": "/clear", "codex": "/new", "opencode": "/new", "gemini": "/clear", "qwen": "/clear", "kimi": "/new",
	"pi": "/new",
}

// TestRunGoesWithItsUserIntoANewSession has the user begin a new session inside the run's CLI. The run is the
// conversation on the screen from then on, for the next CLI and for the same one; the session that was left is there,
// and is the way back to it.
func TestRunGoesWithItsUserIntoANewSession(t *testing.T) {
	t.Parallel()
	const first, second = "What is the first word?", "And what is the second word?"
	for cli, command := range startingAnew {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x := converses(t, cli, first, "Alpha.", "Beta.")
			before := runtest.OnlyRecord(t, g)
			commands(x, command)
			asksAndSees(t, g, x, second, "Beta.")
			runtest.Eventually(t, "the run is in another session",
				func() bool { return runtest.OnlyRecord(t, g).To.ID != before.To.ID })
			runtest.ComesTo(t, g, "input")
			run := runtest.OnlyRecord(t, g)
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, cli)
			x.Gets("stead goes on in a new session, " + run.To.CLI + ":" + run.To.ID)
			isTold(t, x, "the run goes on in "+run.To.CLI+":"+run.To.ID+", a new session that you opened in")
			isTold(t, x, "what you left is run:"+run.Run+"#1")
			shown := g.Stead("show", "run:"+run.Run)
			runtest.Exits(t, shown, 0)
			if strings.Contains(shown.Stdout, "Alpha.") || !strings.Contains(shown.Stdout, "Beta.") {
				t.Errorf("the journal is shown as\n%s", shown.Stdout)
			}
			for _, said := range []string{shown.Stdout, g.Stead("logs", run.Run).Stdout} {
				if !strings.Contains(strings.Join(strings.Fields(said), " "), "the run goes on in "+run.To.CLI+":"+run.To.ID) {
					t.Errorf("where the run goes on is not told in\n%s", said)
				}
			}
			onScreen, left := map[string]int{first: 0, "Alpha.": 0, second: 1, "Beta.": 1}, map[string]int{first: 1,
				"Alpha.": 1, second: 0, "Beta.": 0}
			for _, named := range []string{cli + ":" + before.To.ID, "run:" + run.Run + "#1"} {
				isDelivered(t, g, named, "codex", left)
			}
			isDelivered(t, g, "run:"+run.Run+"#2", "codex", onScreen)
			deliversTheSame(t, g, run, onScreen)
		})
	}
}

// isTold fails the test when a text does not stand on the terminal, where a line may break in a word.
func isTold(t *testing.T, x *runtest.Terminal, text string) {
	t.Helper()
	if bare := strings.NewReplacer(" ", ""); !strings.Contains(bare.Replace(x.Text()), bare.Replace(text)) {
		t.Errorf("the terminal does not say %q", text)
	}
}

// TestUserComesBackToTheSessionThatHeLeft has a session of Codex continue in Claude Code, where its user clears the
// screen, and then opens the session again that he had left. In between stead is killed: the run is resumed in the
// session that was on the screen. At each stage the session of Codex comes home as its user sees it.
func TestUserComesBackToTheSessionThatHeLeft(t *testing.T) {
	t.Parallel()
	const before, between, after = "Keep the parser.", "What time is it?", "Mend the printer."
	g := harness.New(t, provider.Step{Reply: provider.Say("Understood."), Always: true})
	session := runtest.SmallSession(g, "claude")
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", "claude")
	x.SeesReady("claude")
	asksAndSees(t, g, x, before, "Understood.")
	begun := runtest.OnlyRecord(t, g)
	commands(x, "/clear")
	x.Submits(between)
	runtest.Eventually(t, "the run is in the new session",
		func() bool { return runtest.OnlyRecord(t, g).To.ID != begun.To.ID })
	runtest.ComesTo(t, g, "input")
	inside := runtest.OnlyRecord(t, g)
	if err := syscall.Kill(inside.Supervisor.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	x.Ends()

	source := []string{"MOCK-REPLY"}
	goesTo(t, g, "codex", "run:"+inside.Run, "And home?", []string{between, "And home?"}, source[0])
	goesTo(t, g, "codex", "claude:"+begun.To.ID, "And from there?", append(source, before, "And from there?"), between)

	y := runtest.OnTerminal(t, g, runtest.Large, "run", "--resume", inside.Run)
	y.SeesReady("claude")
	y.Sees(between)
	commands(y, "/resume")
	y.Sees("Resume session")
	y.Keys(before[:6])
	y.Rests()
	y.Keys("\r") // to the list, and of that the first
	y.Rests()
	y.Keys("\r")
	y.Sees("MOCK-REPLY", before, "Understood.")
	y.Rests()
	y.Submits(after)
	runtest.Eventually(t, "the run is back", func() bool { return record(t, g, inside.Run).To.ID == begun.To.ID })
	runtest.Eventually(t, "the turn is over", func() bool { return record(t, g, inside.Run).StateLine() == "input" })
	runtest.Leaves(t, g, y, "claude")
	goesTo(t, g, "codex", "run:"+inside.Run, "And now?", append(source, before, after, "And now?"), between)
	goesTo(t, g, "claude", "run:"+inside.Run, "And here?", append(source, before, after, "And here?"), between)
}

// record is the record of a run.
func record(t *testing.T, g *harness.Environment, id string) runtest.Record {
	t.Helper()
	for _, r := range runtest.Records(t, g) {
		if r.Run == id {
			return r
		}
	}
	t.Fatalf("there is no run %s", id)
	return runtest.Record{}
}

// branching is how the user copies the session that is on the screen, to go on in the copy.
var branching = map[string][]press{
	"claude": {{"", "/branch"}, {"/branch", "\r"}},
	"codex":  {{"", "/fork"}, {"/fork", "\r"}},
	"pi":     {{"", "/clone"}, {"/clone", "\r"}},
	// Kimi Code 2.1.0 copies the session and stays in the old one.
	"kimi": {{"", "/fork"}, {"/fork", "\r"}, {"Session forked", "/sessions"}, {"/sessions", "\r"}, {"Fork:", "Fork"},
		{"", "\r"}},
	"opencode": {{"", "/fork"}, {"/fork", "\r"}, {"Full session", "\r"}},
}

// TestRunGoesWithItsUserIntoABranch has the user go on in a copy of the session: all of it is on the screen, and is
// delivered once.
func TestRunGoesWithItsUserIntoABranch(t *testing.T) {
	t.Parallel()
	const first, second = "What is the first word?", "And what is the second word?"
	for cli, keys := range branching {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x := converses(t, cli, first, "Alpha.", "Beta.")
			before := runtest.OnlyRecord(t, g)
			presses(x, keys...)
			asksAndSees(t, g, x, second, "Beta.")
			runtest.Eventually(t, "the run is in the branch", func() bool {
				return runtest.OnlyRecord(t, g).To.ID != before.To.ID
			})
			runtest.ComesTo(t, g, "input")
			run := runtest.OnlyRecord(t, g)
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, cli)
			isTold(t, x, "the run goes on in "+run.To.CLI+":"+run.To.ID+", a branch that you opened in")
			said := []string{first, "Alpha.", second, "Beta."}
			goesTo(t, g, otherThan(cli), "run:"+run.Run, "And then?", append(said, "And then?"), "nothing was left")
			goesTo(t, g, otherThan(cli), cli+":"+run.To.ID, "And there?", append(said, "And there?"), "nothing was left")
			deliversTheSame(t, g, run, nil)
		})
	}
}

// comingBack is how the user opens the session again that he left last.
var comingBack = map[string][]press{
	"claude":   {{"", "/resume"}, {"/resume", "\r"}, {"Resume session", "What"}, {"", "\r"}, {"", "\r"}},
	"codex":    {{"", "/resume"}, {"/resume", "\r"}, {"Resume a previous session", "\x1b[B"}, {"", "\r"}},
	"opencode": {{"", "/sessions"}, {"/sessions", "\r"}, {"Search", "\x1b[B"}, {"", "\r"}},
	"gemini":   {{"", "/resume"}, {"/resume", "\r"}, {"Chat Sessions", "\x1b[B"}, {"", "\r"}},
	"qwen":     {{"", "/resume"}, {"/resume", "\r"}, {"Space to preview", "\x1b[B"}, {"", "\r"}},
	"kimi":     {{"", "/sessions"}, {"/sessions", "\r"}, {"navigate", "\x1b[B"}, {"", "\r"}},
	"pi":       {{"", "/resume"}, {"/resume", "\r"}, {"Resume Session", "\x1b[B"}, {"", "\r"}},
}

// TestRunComesBackWithItsUser has the user begin a new session inside the CLI and then go on in the one before.
func TestRunComesBackWithItsUser(t *testing.T) {
	t.Parallel()
	const first, second, third = "What is the first word?", "And what is the second word?", "What is the third word now?"
	for cli, keys := range comingBack {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x := converses(t, cli, first, "Alpha.", "Beta.", "Gamma.")
			begun := runtest.OnlyRecord(t, g).To.ID
			commands(x, startingAnew[cli])
			asksAndSees(t, g, x, second, "Beta.")
			runtest.Eventually(t, "the run is in another session",
				func() bool { return runtest.OnlyRecord(t, g).To.ID != begun })
			presses(x, keys...)
			x.Sees("Alpha.")
			x.Rests()
			asksAndSees(t, g, x, third, "Gamma.")
			runtest.Eventually(t, "the run is back", func() bool { return runtest.OnlyRecord(t, g).To.ID == begun })
			runtest.ComesTo(t, g, "input")
			run := runtest.OnlyRecord(t, g)
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, cli)
			for _, from := range []string{"run:" + run.Run, cli + ":" + begun} {
				goesTo(t, g, "codex", from, "And then?", []string{first, "Alpha.", third, "Gamma.", "And then?"}, second)
			}
			goesTo(t, g, cli, "run:"+run.Run, "And then?", []string{first, "Alpha.", third, "Gamma.", "And then?"}, second)
			deliversTheSame(t, g, run, nil)
		})
	}
}
