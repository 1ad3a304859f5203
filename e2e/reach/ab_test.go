package reach_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// contestant is one as `stead ab show --json` prints it.
type contestant struct {
	Name, Machine, State, Reason, Run, Tree string
	FinalText                               string `json:"final_text"`
	Files                                   int
	Succeeded                               bool
}

// contested is who took part in the latest contest.
func contested(t *testing.T, g *harness.Environment) []contestant {
	t.Helper()
	var c struct{ Contestants []contestant }
	result := g.Stead("ab", "show", "--json")
	runtest.Exits(t, result, 0)
	if err := json.Unmarshal([]byte(result.Stdout), &c); err != nil {
		t.Fatal(err)
	}
	return c.Contestants
}

// TestContestOfThreeMachines has the real Claude Code work here, Codex on the desk and Gemini CLI on the builder: on
// the same session, and a folder with work that is not committed. The work of one that was elsewhere is picked, and its
// session goes on here.
func TestContestOfThreeMachines(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	desk := hub.node("desk", runtest.RunsCommand("codex", "cat draft.txt > answer.txt; echo codex >> answer.txt")...)
	builder := hub.node("builder", runtest.RunsCommand("gemini", "echo wrong > answer.txt")...)
	laptop := hub.machine("laptop", append(runtest.RunsCommand("claude", "cat draft.txt > answer.txt"),
		provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Say("And more.")})...)
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	write(t, filepath.Join(laptop.Work, "draft.txt"), "not committed\n")
	sees(t, laptop, "desk")
	sees(t, laptop, "builder")
	before := runtest.Contents(t, laptop.Work)

	args := []string{"ab", "-p", runtest.Prompt, "--from", session.Ref(), "--cwd", laptop.Work, "--with"}
	runtest.Exits(t, laptop.Stead(append(args, "claude,codex@attic")...), 3,
		"codex cannot take part: there is no machine \"attic\"")
	runtest.Exits(t, laptop.Stead(append(args, "claude,nobody@desk")...), 2, "nobody cannot take part: desk: ")
	if left := laptop.Stead("ab", "list", "--json").Stdout +
		runtest.Git(t, laptop, "for-each-ref", "refs/heads/stead", "refs/stead"); strings.TrimSpace(left) != "[]" {
		t.Errorf("left behind: %s", left)
	}

	result := laptop.Stead(append(args, "claude@laptop,codex@Desk,gemini@builder", "--parallel", "3", "--check",
		"grep -q -f draft.txt answer.txt")...)
	runtest.Exits(t, result, 0, "codex on desk", "codex: working on desk", "kB have gone to builder")
	runtest.Unchanged(t, before, runtest.Contents(t, laptop.Work))
	for i, want := range []contestant{{Name: "claude", Succeeded: true},
		{Name: "codex", Machine: "desk", Succeeded: true}, {Name: "gemini", Machine: "builder"}} {
		one := contested(t, laptop)[i]
		if one.Name != want.Name || one.Machine != want.Machine || one.Succeeded != want.Succeeded || one.State != "done" ||
			one.Files != 1 || one.FinalText != "It is done by "+one.Name+"." {
			t.Errorf("%+v", one)
		}
	}
	for cli, g := range map[string]*harness.Environment{"codex": desk, "gemini": builder} {
		if told := runtest.Conversation(g, cli, g.Turns()[0]); !strings.Contains(told, "What is in this project?") {
			t.Errorf("the model of %s was told\n%s", cli, told)
		}
	}
	if diff := laptop.Stead("ab", "diff", "codex"); !strings.Contains(diff.Stdout, "+not committed\n+codex\n") ||
		strings.Contains(diff.Stdout, "draft.txt") {
		t.Errorf("the difference is %s%s", diff.Stdout, diff.Stderr)
	}

	picked := laptop.Stead("ab", "pick", "codex")
	runtest.Exits(t, picked, 0, "picked     codex: 1 file")
	if text := read(t, filepath.Join(laptop.Work, "answer.txt")); text != "not committed\ncodex\n" {
		t.Errorf("its work is %q", text)
	}
	goes := laptop.Stead("run", "--from", strings.TrimSpace(picked.Stdout), "--to", "codex", "-p", "And more?")
	runtest.Exits(t, goes, 0)
	turns := laptop.Turns()
	conversation := runtest.Conversation(laptop, "codex", turns[len(turns)-1])
	for _, want := range []string{"What is in this project?", "It is done by codex.", "And more?"} {
		if !strings.Contains(conversation, want) {
			t.Errorf("it goes on without %q:\n%s", want, conversation)
		}
	}
	runtest.Exits(t, laptop.Stead("ab", "clean", "--branches", "--force"), 0)
}

// half has a CLI write half of its work, and then say nothing more until the hold is let go.
func half(cli string, hold *provider.Hold) []provider.Step {
	return []provider.Step{
		{When: runtest.TurnsOf(cli), Reply: provider.Use(runtest.Shell(cli, "echo half > half.txt"))},
		{When: runtest.TurnsOf(cli), Reply: provider.Reply{Text: "It begins", Hold: hold}},
	}
}

// TestContestThatIsInterruptedEndsElsewhere interrupts a contest while the real Codex works on the desk. It ends there,
// and what it has done is here.
func TestContestThatIsInterruptedEndsElsewhere(t *testing.T) {
	t.Parallel()
	hub, hold := openHub(t), provider.NewHold()
	desk := hub.node("desk", half("codex", hold)...)
	laptop := hub.machine("laptop")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	process := laptop.Start(laptop.SteadPath(), "ab", "-p", runtest.Prompt, "--cwd", laptop.Work, "--with", "codex@desk")
	runtest.Reached(t, desk, hold)
	if err := process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if result := laptop.Wait(process); result.Code != 130 {
		t.Errorf("exit %d\n%s%s", result.Code, result.Stdout, result.Stderr)
	}
	if one := contested(t, laptop)[0]; one.State != "stopped" || one.Files != 1 ||
		read(t, filepath.Join(one.Tree, "half.txt")) != "half\n" {
		t.Errorf("it is %+v", one)
	}
	r := runtest.OnlyRecord(t, desk)
	if r.Status != "interrupted" {
		t.Errorf("there the run is %s", r.Status)
	}
	again := laptop.Stead("fetch", "desk/"+r.Run)
	runtest.Exits(t, again, 0)
	if text := runtest.Git(t, laptop, "show", strings.TrimSpace(again.Stdout)+":half.txt"); text != "half" {
		t.Errorf("fetched, what it did is %q", text)
	}
}

// TestChainsContestUsesAnotherMachine has the first step of a chain be done here and on the desk. The work of the one
// there goes on in the next step.
func TestChainsContestUsesAnotherMachine(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	hub.node("desk", runtest.RunsCommand("codex", "echo right > answer.txt")...)
	laptop := hub.machine("laptop", append(runtest.RunsCommand("claude", "echo wrong > answer.txt"),
		provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Say("It is described.")})...)
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	recipe := filepath.Join(laptop.Dir, "recipe.yaml")
	write(t, recipe,
		"steps:\n  - {name: answer, parallel: {with: [claude, codex@desk]}, prompt: Write it., check: grep right answer.txt}\n  - {name: describe, cli: codex, prompt: Describe it.}\n")
	result := laptop.Stead("chain", recipe)
	runtest.Exits(t, result, 0)
	if text := read(t, filepath.Join(laptop.Work, "answer.txt")); text != "right\n" ||
		result.Stdout != "It is described.\n" {
		t.Errorf("the answer is %q, and it prints %q", text, result.Stdout)
	}
	turns := laptop.Turns()
	if told := runtest.Conversation(laptop, "codex", turns[len(turns)-1]); !strings.Contains(told,
		"It is done by codex.") && !strings.Contains(told, "echo right") {
		t.Errorf("the next step was told\n%s", told)
	}
}

// says begins a command of stead whose messages are in a file while it works.
func says(t *testing.T, g *harness.Environment, args ...string) (process *harness.Process, said string) {
	t.Helper()
	said = filepath.Join(t.TempDir(), "said")
	return g.Start("/bin/sh", append([]string{"-c", `said=$1; shift; exec "$0" "$@" 2>"$said"`, g.SteadPath(), said},
		args...)...), said
}

// waits returns when such a command waits for the desk.
func waits(t *testing.T, said string) {
	t.Helper()
	runtest.Eventually(t, "it waits for the desk", func() bool {
		return strings.Contains(read(t, said), "desk is out of reach (") &&
			strings.Contains(read(t, said), "waiting up to 5 minutes for it")
	})
}

// TestContestOutlivesAMachineThatGoesAway kills all of the desk while the real Codex works there. Only that contestant
// fails, when the desk is back, and what it did is here.
func TestContestOutlivesAMachineThatGoesAway(t *testing.T) {
	t.Parallel()
	hub, hold := openHub(t), provider.NewHold()
	desk := hub.node("desk", half("codex", hold)...)
	laptop := hub.machine("laptop", runtest.RunsCommand("claude", "echo right > answer.txt")...)
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	process, said := says(t, laptop, "ab", "-p", runtest.Prompt, "--cwd", laptop.Work, "--with", "codex@desk,claude",
		"--parallel", "2")
	runtest.Reached(t, desk, hold)
	for _, id := range desk.Processes() {
		_ = syscall.Kill(id, syscall.SIGKILL)
	}
	waits(t, said)
	hub.serve(desk, "desk")
	if result := laptop.Wait(process); result.Code != 0 {
		t.Errorf("exit %d\n%s%s", result.Code, result.Stdout, read(t, said))
	}
	all := contested(t, laptop)
	if one := all[0]; one.State != "failed" || !strings.Contains(one.Reason, "stead was killed on desk") ||
		one.Files != 1 {
		t.Errorf("it is %+v", one)
	}
	if !all[1].Succeeded {
		t.Errorf("the one here is %+v", all[1])
	}
}

// TestContestOutlivesTheHub kills the hub while the real Codex works on the desk, and starts it again when the contest
// has noticed. Nothing of the work is lost.
func TestContestOutlivesTheHub(t *testing.T) {
	t.Parallel()
	hub, hold := newPlace(t), provider.NewHold()
	again := hub.startsAt(free(t))
	again()
	desk := hub.node("desk", half("codex", hold)...)
	laptop := hub.machine("laptop")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	process, said := says(t, laptop, "ab", "-p", runtest.Prompt, "--cwd", laptop.Work, "--with", "codex@desk", "--check",
		"grep half half.txt")
	runtest.Reached(t, desk, hold)
	hub.ends(syscall.SIGKILL)
	waits(t, said)
	again()
	hold.Release()
	if result := laptop.Wait(process); result.Code != 0 {
		t.Errorf("exit %d\n%s%s", result.Code, result.Stdout, read(t, said))
	}
	if one := contested(t, laptop)[0]; !one.Succeeded || one.Files != 1 || one.FinalText != "It begins" {
		t.Errorf("it is %+v", one)
	}
	if waited := strings.Count(read(t, said), "waiting up to"); waited != 1 ||
		runtest.OnlyRecord(t, desk).Status != "completed" {
		t.Errorf("it says %d times that it waits; the run there is %+v", waited, runtest.OnlyRecord(t, desk))
	}
}

// TestContestGoesOnWithARunWhoseLeaseHasEnded kills the hub for longer than the lease of the run on the desk, which
// ends the real Codex there. It goes on when the hub is back.
func TestContestGoesOnWithARunWhoseLeaseHasEnded(t *testing.T) {
	t.Parallel()
	hub, hold := newPlace(t), provider.NewHold()
	again := hub.startsAt(free(t))
	again()
	desk := hub.machine("desk", append(half("codex", hold),
		provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Say("It has gone on.")})...)
	runtest.Exits(t, desk.Stead("config", "set", "reach.lease", "30s"), 0)
	hub.serve(desk, "desk")
	laptop := hub.machine("laptop")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	process, said := says(t, laptop, "ab", "-p", runtest.Prompt, "--cwd", laptop.Work, "--with", "codex@desk")
	runtest.Reached(t, desk, hold)
	runtest.Eventually(t, "the run on the desk has a lease", func() bool {
		_, err := os.Stat(filepath.Join(runtest.OnlyRecord(t, desk).Folder, "lease.json"))
		return err == nil
	})
	hub.ends(syscall.SIGKILL)
	runtest.Eventually(t, "the run on the desk has ended",
		func() bool { return runtest.OnlyRecord(t, desk).Status == "interrupted" })
	again()
	if result := laptop.Wait(process); result.Code != 0 {
		t.Errorf("exit %d\n%s%s", result.Code, result.Stdout, read(t, said))
	}
	if one := contested(t, laptop)[0]; !one.Succeeded || one.Files != 1 || one.FinalText != "It has gone on." {
		t.Errorf("it is %+v", one)
	}
	turns := desk.Turns()
	if told := runtest.Conversation(desk, "codex", turns[len(turns)-1]); strings.Count(told, runtest.Prompt) != 1 {
		t.Errorf("the model was told the prompt otherwise than once:\n%s", told)
	}
}
