package harness_test

import (
	"net/http"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// started are the CLIs with which the provider itself is tested.
var started = harness.With(func(c harness.CLI) bool { return c.Start != nil })

func TestScriptedCallsRunAndTheirResultsComeBack(t *testing.T) {
	t.Parallel()
	for _, cli := range started {
		line := harness.Of(cli).Start
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(
				provider.Reply{Thinking: "Two at once.", Text: "I look.",
					Calls: []provider.ToolCall{runtest.Shell(cli, "echo north"), runtest.Shell(cli, "echo south")}},
				provider.Say("Both ran."),
			)...)
			result := g.Run(line[0], append(line[1:], "Run two commands.")...)
			if result.Code != 0 || !strings.Contains(result.Stdout, "Both ran.") {
				t.Fatalf("exit %d\n%s%s", result.Code, result.Stdout, result.Stderr)
			}
			turns := g.Turns()
			if len(turns) != 2 {
				t.Fatalf("%d turns, want 2", len(turns))
			}
			got := runtest.Conversation(g, cli, turns[1])
			if strings.Count(got, "north") != 2 || strings.Count(got, "south") != 2 {
				t.Errorf("each word stands in a call and in its result:\n%s", got)
			}
			for _, want := range []string{"Run two commands.", "thinking: \"Two at once.\"", "I look.", `echo north`,
				`echo south`, ` result `} {
				if !strings.Contains(got, want) {
					t.Errorf("the second turn lacks %q:\n%s", want, got)
				}
			}
		})
	}
}

func TestHeldTurnCanBeInterrupted(t *testing.T) {
	t.Parallel()
	for _, cli := range started {
		line := harness.Of(cli).Start
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			hold := provider.NewHold()
			g := harness.New(t, provider.Steps(provider.Reply{Text: "It begins", Hold: hold})...)
			process := g.Start(line[0], append(line[1:], "Never end.")...)
			select {
			case <-hold.Reached():
			case <-g.Context().Done():
				t.Fatal("the CLI did not ask the model")
			}
			if err := process.SignalGroup(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			// Not by the exit code: Claude Code 2.1.197 prints "Execution
			// error" and ends with 0.
			if result := g.Wait(process); strings.Contains(result.Stdout, "It begins") {
				t.Errorf("an interrupted turn gave its answer: %s%s", result.Stdout, result.Stderr)
			}
		})
	}
}

func TestScriptedFailureIsNotRetried(t *testing.T) {
	t.Parallel()
	for _, cli := range started {
		line := harness.Of(cli).Start
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Fail(http.StatusInternalServerError, "api_error", "out of order"))...)
			result := g.Run(line[0], append(line[1:], "Fail.")...)
			if result.Code == 0 {
				t.Errorf("exit %d\n%s%s", result.Code, result.Stdout, result.Stderr)
			}
			if turns := g.Turns(); len(turns) != 1 {
				t.Errorf("%d turns, want 1", len(turns))
			}
		})
	}
}

// TestHomeIsEmptyOfItsMaker shows that a program in a home sees nothing of the person who runs the tests.
func TestHomeIsEmptyOfItsMaker(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "a real key")
	t.Setenv("SOMETHING_PRIVATE", "a secret")
	g := harness.New(t)
	result := g.Run("env")
	for _, line := range strings.Split(strings.TrimSpace(result.Stdout), "\n") {
		if strings.Contains(line, "a real key") || strings.Contains(line, "a secret") {
			t.Errorf("passed on: %s", line)
		}
		if name, value, _ := strings.Cut(line, "="); name == "HOME" && value != g.Dir {
			t.Errorf("HOME is %s, want %s", value, g.Dir)
		}
	}
}
