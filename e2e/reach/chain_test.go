package reach_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestChainWorksOnAnotherMachineAndOutlivesAKill has the real Codex do the first step on the desk, with work that is
// not committed, and the real Claude Code the second one here. The chain is killed while Codex works, and resumed:
// nothing is done twice. The check fails once, here, and Codex goes on there.
func TestChainWorksOnAnotherMachineAndOutlivesAKill(t *testing.T) {
	t.Parallel()
	hub, hold := openHub(t), provider.NewHold()
	desk := hub.node("desk",
		provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Use(
			runtest.Shell("codex", "cat draft.txt > answer.txt"))},
		provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Reply{Text: "It is built there.", Hold: hold}},
		provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Say("It is mended there.")})
	laptop := hub.machine("laptop", provider.Step{When: runtest.TurnsOf("claude"), Reply: provider.Say("It is reviewed.")})
	runtest.Repository(t, laptop)
	write(t, filepath.Join(laptop.Work, "draft.txt"), "not committed\n")
	sees(t, laptop, "desk")
	recipe := filepath.Join(laptop.Dir, "recipe.yaml")
	const steps = "steps:\n  - {name: build, cli: codex, on: %, prompt: Build it., retries: 1, check: \"grep not answer.txt && echo yes >> checked.txt; grep -c yes checked.txt | grep 2\"}\n  - {name: review, cli: claude, on: laptop, prompt: Review it.}\n"
	write(t, recipe, strings.Replace(steps, "%", "attic", 1))
	runtest.Exits(t, laptop.Stead("chain", recipe), 2,
		"recipe.yaml:2:31: steps.build.on: there is no machine \"attic\"; there are: desk")
	write(t, recipe, strings.Replace(steps, "%", "Desk", 1))
	if plan := laptop.Stead("chain", recipe, "--dry-run").Stdout; !strings.Contains(plan, "codex@Desk") ||
		strings.Contains(plan, "claude@") {
		t.Errorf("the plan is\n%s", plan)
	}

	process := laptop.Start(laptop.SteadPath(), "chain", recipe)
	runtest.Reached(t, desk, hold)
	if err := process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	laptop.Wait(process)
	hold.Release()
	result := laptop.Stead("chain", "resume")
	runtest.Exits(t, result, 0, "build      has failed", "build (2)  is done")
	if result.Stdout != "It is reviewed.\n" || read(t, filepath.Join(laptop.Work, "answer.txt")) != "not committed\n" ||
		read(t, filepath.Join(laptop.Work, "checked.txt")) != "yes\nyes\n" {
		t.Errorf("it prints %q", result.Stdout)
	}
	if all := runtest.Records(t, desk); len(all) != 2 || len(desk.Turns()) != 3 {
		t.Errorf("the desk has made %d turns of %+v", len(desk.Turns()), all)
	}
	told := runtest.Conversation(laptop, "claude", laptop.Turns()[0])
	for _, want := range []string{"Build it.", "cat draft.txt", "It is built there.", "Fix what is wrong.",
		"It is mended there.", "Review it."} {
		if strings.Count(told, want) != 1 {
			t.Errorf("the second step was told %q otherwise than once:\n%s", want, told)
		}
	}
	var shown struct {
		Attempts []struct {
			Step, CLI, Machine, State string
			Files                     []string
		}
	}
	if err := json.Unmarshal([]byte(laptop.Stead("chain", "show", "--json").Stdout), &shown); err != nil ||
		len(shown.Attempts) != 3 {
		t.Fatalf("%+v, %v", shown, err)
	}
	if a := shown.Attempts[1]; a.Machine != "desk" || a.State != "done" ||
		strings.Join(a.Files, " ") != "answer.txt checked.txt" || shown.Attempts[2].Machine != "" {
		t.Errorf("it went %+v", shown.Attempts)
	}
	if left := runtest.Git(t, laptop, "for-each-ref", "refs/heads/stead") +
		runtest.Git(t, laptop, "worktree", "list"); strings.Contains(left, "chain-") {
		t.Errorf("left behind: %s", left)
	}
}

// TestChainThatIsInterruptedGoesOnElsewhere interrupts a chain while the real Codex works on the desk. It ends there,
// and the chain that is resumed has it go on there.
func TestChainThatIsInterruptedGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	hub, hold := openHub(t), provider.NewHold()
	desk := hub.node("desk", append(half("codex", hold), provider.Step{When: runtest.TurnsOf("codex"),
		Reply: provider.Say("It is whole.")})...)
	laptop := hub.machine("laptop")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	recipe := filepath.Join(laptop.Dir, "recipe.yaml")
	write(t, recipe, "steps:\n  - {name: build, cli: codex, on: desk, prompt: Build it.}\n")
	process := laptop.Start(laptop.SteadPath(), "chain", recipe)
	runtest.Reached(t, desk, hold)
	if err := process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	runtest.Exits(t, laptop.Wait(process), 130, "continue   stead chain resume ")
	if r := runtest.OnlyRecord(t, desk); r.Status != "interrupted" {
		t.Errorf("there the run is %s", r.Status)
	}
	if _, isHere := runtest.Contents(t, laptop.Work)["half.txt"]; isHere {
		t.Error("half of the work is here")
	}
	result := laptop.Stead("chain", "resume")
	runtest.Exits(t, result, 0, "was broken off: it goes on there")
	if result.Stdout != "It is whole.\n" || read(t, filepath.Join(laptop.Work, "half.txt")) != "half\n" ||
		runtest.OnlyRecord(t, desk).Status != "completed" {
		t.Errorf("it prints %q, and there the run is %+v", result.Stdout, runtest.OnlyRecord(t, desk))
	}
	turns := desk.Turns()
	if told := runtest.Conversation(desk, "codex", turns[len(turns)-1]); strings.Count(told, "Build it.") != 1 {
		t.Errorf("the model was told the prompt otherwise than once:\n%s", told)
	}
}
