package failover_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit/fixtures"
)

// TestCLIThatNeverGivesUpIsLeft has a service that is overloaded for good. Qwen Code would ask it again for half an
// hour, and says nothing of it but a note in its session for each attempt.
func TestCLIThatNeverGivesUpIsLeft(t *testing.T) {
	t.Parallel()
	runtest.Proves(t, "qwen")
	g := harness.New(t, runtest.Hop("qwen", 1)[0], provider.Step{
		When: func(r provider.Request) bool { return r.Dialect == "chat" }, Reply: provider.Refuse(provider.Overloaded),
		Always: true,
	})
	g.Provider.Add(runtest.Hop("claude", 2)...)
	session := g.Place("claude", "text")
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "qwen", "--failover", "claude", "-p",
		runtest.HopPrompt(1), "--json"), 0)
	runtest.NothingLeft(t, g)
	if left := runtest.Hops(t, runtest.OnlyRecord(t, g)); len(left) != 1 ||
		!strings.HasPrefix(left[0], "qwen: Qwen Code finds its provider overloaded") {
		t.Errorf("the run went through %q", left)
	}
}

// TestNothingOfAFailureGoesOn has a service fail in the middle of a tool loop, in each CLI's own manner to keep what
// was said until then. The next one gets the turn once, and nothing of what failed.
func TestNothingOfAFailureGoesOn(t *testing.T) {
	t.Parallel()
	for cli, fault := range map[string]provider.Fault{
		"gemini": provider.UsageLimit, "kimi": provider.Cut, "pi": provider.Auth, "qwen": provider.Credit,
	} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, runtest.StopsAt(cli, 1, fault)...)
			g.Provider.Add(runtest.Hop("claude", 2)...)
			session := g.Place("claude", "text")
			runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", cli, "--failover", "claude", "-p",
				runtest.HopPrompt(1), "--json"), 0)
			runtest.NothingLeft(t, g)
			if left := runtest.Hops(t, runtest.OnlyRecord(t, g)); len(left) != 1 || !strings.HasPrefix(left[0], cli+": ") {
				t.Errorf("the run went through %q", left)
			}
			turns := g.Turns()
			got := runtest.Conversation(g, "claude", turns[len(turns)-1])
			runtest.InOrder(t, got, []string{runtest.HopPrompt(1), "Hop 1 looks.", "Hop 2 looks."})
			if calls, results := runtest.LinesWith(got, " call ", "ran-1"), runtest.LinesWith(got, " result ",
				"ran-1"); calls != 1 || results != 1 {
				t.Errorf("%d calls and %d results of the first hop in\n%s", calls, results, got)
			}
			for _, failed := range []string{"It breaks off", "API Error", "API key", "quota", "credits"} {
				if strings.Contains(got, failed) {
					t.Errorf("%q of a failed attempt is in\n%s", failed, got)
				}
			}
		})
	}
}

// TestEndBetweenAttemptsLeavesTheSessionWhole ends a run while its CLI asks a service again and again. On Esc Gemini
// CLI would take the history out of its session, and a child of Qwen Code's launcher that is left alone goes on with
// it.
func TestEndBetweenAttemptsLeavesTheSessionWhole(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"gemini", "qwen"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			var recovered atomic.Bool
			g := harness.New(t, runtest.Hop(cli, 1)[0], provider.Step{
				When: func(provider.Request) bool { return !recovered.Load() }, Reply: provider.Refuse(provider.Overloaded),
				Always: true,
			}, provider.Step{Reply: provider.Say("It goes on."), Always: true})
			patient(t, g)
			session := runtest.SmallSession(g, cli)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", cli, "-i", "-p",
				runtest.HopPrompt(1))
			if _, err := g.Provider.WaitTurns(g.Context(), 3); err != nil {
				t.Fatal(err)
			}
			// Qwen Code 0.24.4 writes its records behind its requests, and loses what it has not written when it is ended.
			runtest.Eventually(t, "the result is in the CLI's session", func() bool {
				return strings.Contains(runtest.OnlyRecord(t, g).RawJournal(t), `"type":"tool_result"`)
			})
			run := runtest.OnlyRecord(t, g)
			if err := syscall.Kill(run.Supervisor.PID, syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			x.Ends()
			runtest.NothingLeft(t, g)
			recovered.Store(true)
			g.Resume(harness.Session{CLI: cli, ID: run.To.ID, Path: run.To.Path}, runtest.HopPrompt(2))
			turns := g.Turns()
			got := runtest.Conversation(g, cli, turns[len(turns)-1])
			runtest.InOrder(t, got, []string{runtest.HopPrompt(1), "Hop 1 looks.", runtest.HopPrompt(2)})
			// of its own results Gemini CLI sends copies
			if runtest.LinesWith(got, " call ", "ran-1") != 1 || runtest.LinesWith(got, " result ", "ran-1") == 0 {
				t.Errorf("the call or its result is missing in\n%s", got)
			}
		})
	}
}

// patient lets Gemini CLI make requests again, as it does where nobody has configured it.
func patient(t *testing.T, g *harness.Environment) {
	t.Helper()
	path := filepath.Join(g.Dir, harness.Of("gemini").Permission.File)
	fixtures.Put(t, path, bytes.ReplaceAll(g.Read(path), []byte(`, "maxAttempts": 1`), nil))
}
