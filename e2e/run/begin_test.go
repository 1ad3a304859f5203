package run_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit/fixtures"
)

// tree is a repository that no CLI has ever seen, so that none trusts it.
func tree(t *testing.T, g *harness.Environment) string {
	t.Helper()
	dir := filepath.Join(filepath.Dir(g.Work), "tree")
	if result := g.Run("git", "init", "-q", dir); result.Code != 0 {
		t.Fatal(result.Stderr)
	}
	return dir
}

const first = "Make two files."

// makes has the model write a file and run a command in the folder, one after the other, and then say so.
func makes(cli, dir string) []provider.Step {
	return provider.Steps(
		provider.Reply{Text: "One by a tool.", Calls: []provider.ToolCall{
			harness.Of(cli).Tools.Write(filepath.Join(dir, "tool.txt"))}},
		provider.Reply{Text: "One by a command.", Calls: []provider.ToolCall{
			runtest.Shell(cli, "echo by a command > command.txt; echo ran-it")}},
		provider.Say("Both are there."),
	)
}

// TestCLIBeginsASessionOfItsOwn has each CLI work in a folder that it does not trust, where it asks about everything,
// and allows it edits: it makes both files without a question. What it began is held once, goes on in it, and in
// another CLI.
func TestCLIBeginsASessionOfItsOwn(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(harness.CLI.HasTools) {
		c := harness.Of(cli).Tools
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			if cli != "pi" { // which asks about nothing by itself
				runtest.AsksFirst(t, g, cli)
			}
			dir := tree(t, g)
			g.Provider.Add(makes(cli, dir)...)
			result := g.Stead("run", "--to", cli, "--allow", "edits", "--cwd", dir, "-p", first)
			runtest.Exits(t, result, 0, "a new session, "+cli+":")
			runtest.NothingLeft(t, g)
			for _, name := range []string{"tool.txt", "command.txt"} {
				if content, err := os.ReadFile(filepath.Join(dir, name)); err != nil ||
					!strings.HasPrefix(string(content), "by a ") {
					t.Errorf("%s holds %q: %v", name, content, err)
				}
			}
			run := runtest.OnlyRecord(t, g)
			if strings.TrimSpace(result.Stdout) != "Both are there." || run.From.ID != "" || run.To.Path == "" {
				t.Errorf("the answer is %q, and the record %+v", result.Stdout, run)
			}
			holdsOnce(t, run)

			if c.Resumes {
				remembers(t, g, cli, "--resume", run.Run)
			}
			remembers(t, g, c.Next, "--from", "run:"+run.Run, "--to", c.Next)
			namesNothing(t, g, run)
		})
	}
}

// holdsOnce fails the test when the journal has not all of the session's first turn, once and in order.
func holdsOnce(t *testing.T, run runtest.Record) {
	t.Helper()
	want := []string{
		"user " + first, "assistant One by a tool.", "tool_call", "tool_result", "assistant One by a command.", "tool_call",
		"tool_result",
		"assistant Both are there.",
	}
	if diff := cmp.Diff(want, dialogue(t, run)); diff != "" {
		t.Errorf("the journal's conversation (-want +got):\n%s", diff)
	}
	agree(t, run)
}

// dialogue is the conversation that a run's journal holds, an entry each.
func dialogue(t *testing.T, run runtest.Record) (entries []string) {
	t.Helper()
	for _, line := range run.Journal(t)[1:] {
		var e struct {
			Type, Content, Branch string
			Hidden                bool
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Hidden || e.Branch != "" || e.Type == "assistant" && e.Content == "":
		case e.Type == "user" || e.Type == "assistant":
			entries = append(entries, e.Type+" "+strings.TrimSpace(e.Content))
		case strings.HasPrefix(e.Type, "tool_"):
			entries = append(entries, e.Type)
		}
	}
	return entries
}

// remembers goes on with a session that a CLI has begun: the model gets all of it.
func remembers(t *testing.T, g *harness.Environment, cli string, flags ...string) {
	t.Helper()
	g.Provider.Add(provider.Steps(provider.Say("It goes on."))...)
	runtest.Exits(t, g.Stead(append([]string{"run", "-p", "And now?"}, flags...)...), 0)
	turns := g.Turns()
	got := runtest.Conversation(g, cli, turns[len(turns)-1])
	runtest.InOrder(t, got, []string{first, "One by a tool.", "One by a command.", "Both are there."})
	want := 1
	if harness.Of(cli).RepeatsResults {
		want = 2
	}
	if calls, results := runtest.LinesWith(got, " call ", "ran-it"), runtest.LinesWith(got, " result ",
		"ran-it"); calls != 1 || results != want {
		t.Errorf("%d calls and %d results in\n%s", calls, results, got)
	}
	if got := turns[len(turns)-1].Prompt(); got != "And now?" {
		t.Errorf("%s was told %q", cli, got)
	}
}

// namesNothing fails the test when a reference to no session, or the way from none, is shown somewhere.
func namesNothing(t *testing.T, g *harness.Environment, run runtest.Record) {
	t.Helper()
	for _, line := range [][]string{{"ps", "--all"}, {"logs", run.Run}, {"show", "run:" + run.Run},
		{"__complete", "run", "--from", "run:"}} {
		result := g.Stead(line...)
		runtest.Exits(t, result, 0)
		for _, word := range strings.Fields(result.Stdout) {
			if word == ":" || strings.HasPrefix(word, "->") {
				t.Errorf("stead %v says\n%s", line, result.Stdout)
			}
		}
	}
}

// TestTerminalBeginsASession has CLIs begin a session in the terminal, where the prompt is typed: two that take the id
// of the session, two that are given one without a word in it. The others do either, and are slow.
func TestTerminalBeginsASession(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "gemini", "codex", "pi"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", cli)
			x.SeesReady(cli)
			x.Submits(first)
			x.Sees("It goes on.")
			runtest.Eventually(t, "the session that the CLI has begun is found",
				func() bool { return runtest.OnlyRecord(t, g).To.Path != "" })
			runtest.QuitsAfterTurn(t, g, x, cli, 0)
			run := runtest.OnlyRecord(t, g)
			if run.Status != "completed" || run.FinalText != "It goes on." || run.From.CLI != "" {
				t.Errorf("the record is %+v", run)
			}
			if diff := cmp.Diff([]string{"user " + first, "assistant It goes on."}, dialogue(t, run)); diff != "" {
				t.Errorf("the journal's conversation (-want +got):\n%s", diff)
			}
			agree(t, run)
		})
	}
}

// TestFreshRunThatIsKilledGoesOn kills stead while its CLI works in the session that it has begun.
func TestFreshRunThatIsKilledGoesOn(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "codex", "gemini"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			hold := provider.NewHold()
			g := harness.New(t)
			steps := makes(cli, g.Work)
			steps[1].Reply.Hold = hold
			g.Provider.Add(steps[:2]...)
			process := g.Start(g.SteadPath(), "run", "--to", cli, "-p", first)
			runtest.Reached(t, g, hold)
			run := runtest.OnlyRecord(t, g)
			runtest.Eventually(t, "the first call is captured", func() bool {
				return strings.Contains(run.RawJournal(t), `"type":"tool_result"`)
			})
			if err := process.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			g.Wait(process)
			runtest.AwaitsEnd(t, g, runtest.OnlyRecord(t, g))

			g.Provider.Add(provider.Steps(provider.Say("Both are there."))...)
			runtest.Exits(t, g.Stead("run", "--resume", run.Run), 0)
			if run = runtest.OnlyRecord(t, g); run.Status != "completed" || run.FinalText != "Both are there." {
				t.Errorf("the record is %+v", run)
			}
			got := dialogue(t, run)
			whole := strings.Join(got, "\n")
			if !strings.HasPrefix(whole, "user "+first) || !strings.HasSuffix(whole, "assistant Both are there.") ||
				strings.Count(whole, "user ") != 1 {
				t.Errorf("the journal's conversation is %q", got)
			}
			agree(t, run)
		})
	}
}

// TestFreshRunThatIsKilledBeforeItsSessionBeginsIt kills stead while its CLI starts: what it was told is said once it
// goes on, and once only.
func TestFreshRunThatIsKilledBeforeItsSessionBeginsIt(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "codex"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("Begun."))...)
			started, goes := filepath.Join(g.Dir, "started"), filepath.Join(g.Dir, "goes")
			replaceProgram(t, g, cli, fmt.Sprintf(
				"if [ \"$1\" != --version ] && [ ! -e %s ]; then : > %s; exec sleep 600; fi\nexec \"ORIGINAL\" \"$@\"\n", goes, started))
			process := g.Start(g.SteadPath(), "run", "--to", cli, "-p", first)
			runtest.Eventually(t, "the CLI starts", func() bool { _, err := os.Stat(started); return err == nil })
			if err := process.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			g.Wait(process)
			run := runtest.OnlyRecord(t, g)
			runtest.AwaitsEnd(t, g, run)
			fixtures.Put(t, goes, nil)
			runtest.Exits(t, g.Stead("run", "--resume", run.Run), 0)
			run = runtest.OnlyRecord(t, g)
			if diff := cmp.Diff([]string{"user " + first, "assistant Begun."}, dialogue(t, run)); diff != "" ||
				run.FinalText != "Begun." {
				t.Errorf("the journal's conversation (-want +got):\n%s", diff)
			}
			agree(t, run)
		})
	}
}

// TestLimitBeforeTheFirstWordBeginsAnew has a service refuse the first prompt: the next CLI begins with that prompt, as
// there is nothing to carry on.
func TestLimitBeforeTheFirstWordBeginsAnew(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{{"claude", "codex"}, {"codex", "claude"}} {
		t.Run(c[0], func(t *testing.T) {
			runtest.Proves(t, c[0])
			t.Parallel()
			g := harness.New(t, append(provider.Steps(provider.Refuse(provider.UsageLimit)),
				provider.Steps(provider.Say("Begun."))...)...)
			result := g.Stead("run", "--to", c[0], "--failover", c[1], "-p", first)
			runtest.Exits(t, result, 0)
			turns := g.Turns()
			got := runtest.Conversation(g, c[1], turns[len(turns)-1])
			if strings.Count(got, first) != 1 {
				t.Errorf("%s got\n%s", c[1], got)
			}
			run := runtest.OnlyRecord(t, g)
			if run.FinalText != "Begun." || run.To.CLI != c[1] || len(runtest.Hops(t, run)) != 1 {
				t.Errorf("the record is %+v", run)
			}
			runtest.NothingLeft(t, g)
		})
	}
}

// TestLimitMovesAFreshRun has a limit hit in the middle of a tool loop. The next CLI goes on with it, and the one in
// which it began has all of it in a mirror.
func TestLimitMovesAFreshRun(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{{"claude", "codex"}, {"codex", "claude"}} {
		t.Run(c[0], func(t *testing.T) {
			runtest.Proves(t, c[0])
			t.Parallel()
			g := harness.New(t, runtest.StopsAt(c[0], 1, provider.UsageLimit)...)
			g.Provider.Add(runtest.Hop(c[1], 2)...)
			runtest.Exits(t, g.Stead("run", "--to", c[0], "--failover", c[1], "--sync", "-p", runtest.HopPrompt(1)), 0,
				"the run is mirrored in "+c[0]+":")
			run := runtest.OnlyRecord(t, g)
			if run.From.CLI != "" || run.To.CLI != c[1] || len(runtest.Hops(t, run)) != 1 || run.FinalText != "Hop 2 is done." {
				t.Errorf("the record is %+v", run)
			}
			agree(t, run)
			turns := g.Turns()
			got := runtest.Conversation(g, c[1], turns[len(turns)-1])
			runtest.InOrder(t, got, []string{runtest.HopPrompt(1), "Hop 1 looks.", "Hop 2 looks."})
			if calls, results := runtest.LinesWith(got, " call ", "ran-1"), runtest.LinesWith(got, " result ",
				"ran-1"); calls != 1 || results != 1 {
				t.Errorf("%d calls and %d results in\n%s", calls, results, got)
			}
		})
	}
}

// TestCLIThatEndsWithoutASessionIsQuoted replaces CLIs by programs that end at once.
func TestCLIThatEndsWithoutASessionIsQuoted(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "codex"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t)
			replaceProgram(t, g, cli, "echo 'Not today.' >&2; exit 3\n")
			plan := g.Stead("run", "--to", cli, "-p", first, "--dry-run")
			runtest.Exits(t, plan, 0)
			if !strings.Contains(plan.Stdout, "from       nothing: the CLI begins a new session") ||
				strings.Contains(plan.Stdout, "delivered") {
				t.Errorf("the plan is\n%s", plan.Stdout)
			}
			result := g.Stead("run", "--to", cli, "-p", first)
			runtest.Exits(t, result, 6, "Not today.", "exit code 3")
			if left := g.Stead("list"); strings.Contains(left.Stdout, cli) {
				t.Errorf("a session is left:\n%s", left.Stdout)
			}
		})
	}
}
