package chain_test

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
)

// relay is a recipe in which three CLIs work on the same files: the second one's work passes its check only when it is
// told what is wrong.
const relay = `
vars: {what: nothing}
steps:
  - {name: plan, cli: claude, prompt: "Plan {{.Vars.what}}."}
  - {name: implement, cli: codex, prompt: "Implement this: {{.Prev.Text}}", check: "grep right answer.txt", retries: 1}
  - {name: review, cli: opencode, prompt: "Review {{.Files}} of {{.Diff}}"}
`

// calling matches turns of a CLI by which commands were called before.
func calling(cli string, called, not string) func(provider.Request) bool {
	return func(r provider.Request) bool {
		asked := func(command string) bool {
			for _, item := range r.Conversation() {
				if item.Kind == provider.Call && strings.Contains(item.Arguments, command) {
					return true
				}
			}
			return false
		}
		return runtest.TurnsOf(cli)(r) && (called == "" || asked(called)) && (not == "" || !asked(not))
	}
}

// corrected matches turns in which the CLI was told that the check has failed.
func corrected(r provider.Request) bool {
	for _, item := range r.Conversation() {
		if item.Role == "user" && strings.Contains(item.Text, "Fix what is wrong.") {
			return true
		}
	}
	return false
}

// relays answers each CLI by what it has done, so that it does not matter how often it is asked.
func relays() []provider.Step {
	does := func(cli, command, not string) provider.Step {
		return provider.Step{Always: true, When: calling(cli, "", not), Reply: provider.Use(runtest.Shell(cli, command))}
	}
	says := func(cli, text string) provider.Step {
		return provider.Step{Always: true, When: runtest.TurnsOf(cli), Reply: provider.Say(text)}
	}
	right := does("codex", "echo right > answer.txt", "echo right")
	uncorrected := right.When
	right.When = func(r provider.Request) bool { return corrected(r) && uncorrected(r) }
	done := says("codex", "It is right now.")
	done.When = calling("codex", "echo right", "")
	return []provider.Step{
		does("claude", "echo plan > plan.txt", "echo plan"), says("claude", "Write it down."),
		does("codex", "echo wrong > answer.txt", "echo wrong"), right, done, says("codex", "It is done."),
		does("opencode", "echo fine > review.txt", "echo fine"), says("opencode", "All is well."),
	}
}

// chained is what chain show --json tells.
type chained struct {
	Chain, Status, Reason string
	Attempts              []struct {
		Step, State, Prompt, Text, Run string
		Number                         int
		Files                          []string
	}
}

func shownChain(t *testing.T, g *harness.Environment) (c chained) {
	t.Helper()
	result := g.Stead("chain", "show", "--json")
	runtest.Exits(t, result, 0)
	if err := json.Unmarshal([]byte(result.Stdout), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// went lists what a chain has done.
func (c chained) went() (steps []string) {
	for _, a := range c.Attempts {
		steps = append(steps, fmt.Sprintf("%s %d %s %q %q", a.Step, a.Number, a.State, a.Files, a.Text))
	}
	return append(steps, c.Status)
}

// wholeRelay is what a chain does that nobody kills.
var wholeRelay = []string{
	`plan 1 done ["plan.txt"] "Write it down."`, `implement 1 failed ["answer.txt"] "It is done."`,
	`implement 2 done ["answer.txt"] "It is right now."`, `review 1 done ["review.txt"] "All is well."`, "completed",
}

// relayed fails the test when a chain has not done everything, and each prompt not arrived once in each session that
// has it.
func relayed(t *testing.T, g *harness.Environment) {
	t.Helper()
	if diff := cmp.Diff(wholeRelay, shownChain(t, g).went()); diff != "" {
		t.Errorf("the chain went otherwise (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{"plan.txt": "plan\n", "answer.txt": "right\n", "review.txt": "fine\n"} {
		if got, err := os.ReadFile(filepath.Join(g.Work, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
	turns := g.Turns()
	got := runtest.Conversation(g, "opencode", turns[len(turns)-1])
	prompts := []string{"Plan a house.", "Implement this: Write it down.", "Fix what is wrong.", "Review answer.txt"}
	runtest.InOrder(t, got, prompts)
	for _, once := range append(prompts, "echo plan", "echo wrong", "echo right", "echo fine") {
		if calls := strings.Count(withoutResults(got), once); calls != 1 {
			t.Errorf("%q is there %d times in\n%s", once, calls, got)
		}
	}
	if !strings.Contains(got, "+right") {
		t.Errorf("the reviewer was not told the diff:\n%s", got)
	}
}

// withoutResults leaves out what tools have answered.
func withoutResults(conversation string) string {
	var kept strings.Builder
	for line := range strings.Lines(conversation) {
		if !strings.Contains(line, " result ") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// writeRecipe puts a recipe beside the folder that the chain works in, and returns its path.
func writeRecipe(t *testing.T, g *harness.Environment, text string) string {
	t.Helper()
	path := filepath.Join(g.Dir, "relay.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestChainHandsTheWorkOnFromCLIToCLI(t *testing.T) {
	t.Parallel()
	g := harness.New(t, relays()...)
	runtest.Repository(t, g)
	result := g.Stead("chain", writeRecipe(t, g, relay), "--var", "what=a house")
	runtest.NothingLeft(t, g)
	runtest.Exits(t, result, 0, "plan       is done", "implement  has failed: its check ended with exit code 1",
		"review     is done")
	if result.Stdout != "All is well.\n" {
		t.Errorf("the output is %q", result.Stdout)
	}
	relayed(t, g)
	for _, r := range runtest.Records(t, g) {
		if r.Status != "completed" {
			t.Errorf("run %s is %s", r.Run, r.Status)
		}
	}
}

// moment is one at which a step's stead is killed. It waits until that has come.
type moment struct {
	name string
	come func(t *testing.T, g *harness.Environment, step string)
}

// moments are in each step: when nothing is done yet, when the session is there, in the middle of a tool loop, and when
// all is done.
func moments(holds map[string]*provider.Hold) []moment {
	return []moment{
		{"as soon as it has a record", func(t *testing.T, g *harness.Environment, step string) {
			runtest.Eventually(t, "a run of "+step, func() bool { return len(runsOf(t, g, step)) > 0 })
		}},
		{"in the middle of a tool loop", func(t *testing.T, g *harness.Environment, step string) {
			runtest.Reached(t, g, holds[step])
			// Claude Code 2.1.197 writes what it does some 100 ms later.
			runtest.Eventually(t, "a result of "+step, func() bool { return journalHas(t, g, step, `"type":"tool_result"`) })
		}},
		{"when its answer has come", func(t *testing.T, g *harness.Environment, step string) {
			answer := map[string]string{"plan": `"Write it down."`, "implement": `"It is done."`,
				"review": `"All is well."`}[step]
			runtest.Eventually(t, "an answer of "+step, func() bool { return journalHas(t, g, step, answer) })
		}},
		{"as soon as its session is known", func(t *testing.T, g *harness.Environment, step string) {
			runtest.Eventually(t, "a session of "+step, func() bool {
				all := runsOf(t, g, step)
				return len(all) > 0 && all[0].To.ID != ""
			})
		}},
	}
}

// held has the model of a step wait once, after its first tool has run.
func held(step, cli, command string, holds map[string]*provider.Hold) provider.Step {
	holds[step] = provider.NewHold()
	return provider.Step{When: calling(cli, command, ""), Reply: provider.Reply{Text: "It goes on", Hold: holds[step]}}
}

// runsOf returns the runs of a step.
func runsOf(t *testing.T, g *harness.Environment, step string) (found []runtest.Record) {
	t.Helper()
	for _, r := range runtest.Records(t, g) {
		var kept struct{ Part struct{ Name string } }
		if err := json.Unmarshal(g.Read(filepath.Join(r.Folder, "run.json")), &kept); err != nil {
			t.Fatal(err)
		}
		if kept.Part.Name == step {
			found = append(found, r)
		}
	}
	return found
}

// journalHas reports whether one of a step's own entries has a text.
func journalHas(t *testing.T, g *harness.Environment, step, text string) bool {
	t.Helper()
	for _, r := range runsOf(t, g, step) {
		if r.To.ID == "" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(r.Folder, "timeline.jsonl"))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(content)) {
			if strings.Contains(line, text) && strings.Contains(line, r.To.ID) {
				return true
			}
		}
	}
	return false
}

// TestChainKilledInEveryStepEndsAsOneThatWasNot kills stead in each of the three steps and resumes the chain each time.
// STEAD_CHAINS=full has every step killed at every moment.
func TestChainKilledInEveryStepEndsAsOneThatWasNot(t *testing.T) {
	t.Parallel()
	turns := [][3]int{{0, 1, 2}}
	if os.Getenv("STEAD_CHAINS") == "full" {
		turns = append(turns, [3]int{1, 2, 3}, [3]int{2, 3, 0}, [3]int{3, 0, 1})
	}
	for _, turn := range turns {
		t.Run(fmt.Sprint(turn), func(t *testing.T) {
			t.Parallel()
			killedRelay(t, turn)
		})
	}
}

// killedRelay kills each step at the moment that its number names.
func killedRelay(t *testing.T, when [3]int) {
	holds := map[string]*provider.Hold{}
	all := moments(holds)
	var script []provider.Step
	for i, s := range [][3]string{{"plan", "claude", "echo plan"}, {"implement", "codex", "echo wrong"},
		{"review", "opencode", "echo fine"}} {
		if all[when[i]].name == "in the middle of a tool loop" {
			script = append(script, held(s[0], s[1], s[2], holds))
		}
	}
	g := harness.New(t, append(script, relays()...)...)
	runtest.Repository(t, g)
	line := []string{"chain", writeRecipe(t, g, relay), "--var", "what=a house"}
	for i, step := range []string{"plan", "implement", "review"} {
		process := g.Start(g.SteadPath(), line...)
		all[when[i]].come(t, g, step)
		t.Logf("killed in %s %s", step, all[when[i]].name)
		_ = process.Signal(syscall.SIGKILL)
		g.Wait(process)
		runtest.Eventually(t, "all that it has started ends", func() bool { return len(g.Processes()) == 0 })
		line = []string{"chain", "resume"}
	}
	runtest.Exits(t, g.Stead(line...), 0)
	relayed(t, g)
}
