package reach_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// puts has a run wait for a machine, and returns the id of its job.
func puts(t *testing.T, g *harness.Environment, args ...string) string {
	t.Helper()
	result := g.Stead(append([]string{"run", "--to", "codex"}, args...)...)
	runtest.Exits(t, result, 0, "with the whole history")
	return strings.TrimSpace(result.Stdout)
}

// listed is a run as ps lists it.
type listed struct{ Run, Shown, Reason, Machine string }

// lists is what ps lists on a machine.
func lists(t *testing.T, g *harness.Environment, args ...string) (all []listed) {
	t.Helper()
	if err := json.Unmarshal([]byte(g.Stead(append([]string{"ps", "--json"}, args...)...).Stdout), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// waitsBecause waits until a job waits for a reason.
func waitsBecause(t *testing.T, g *harness.Environment, job, why string) {
	t.Helper()
	runtest.Eventually(t, job+" waits because "+why, func() bool {
		for _, r := range lists(t, g) {
			if r.Run == job && r.Shown == "queued" && strings.Contains(r.Reason, why) {
				return true
			}
		}
		return false
	})
}

// TestJobWaitsForAMachineWithItsLabel has a run wait for a label that no machine has. One that joins with it takes the
// run, and what the real Codex did there comes home. A job that nobody has taken can be taken back.
func TestJobWaitsForAMachineWithItsLabel(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	hub.node("desk")
	laptop := hub.machine("laptop")
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	write(t, filepath.Join(laptop.Work, "draft.txt"), "not committed\n")
	job := puts(t, laptop, "--from", session.Ref(), "--on", "gpu", "-p", "Go on.", "--allow", "all")
	waitsBecause(t, laptop, job, "no machine has gpu")
	for said, args := range map[string][]string{"starts no such CLI": {"--to", "codexx", "-d"},
		"give it a prompt with -p": {"--to", "codex"}} {
		runtest.Exits(t, laptop.Stead(append([]string{"run", "--on", "gpu"}, args...)...), 2, said)
	}
	never := puts(t, laptop, "--on", "gpu,tape", "-d")
	runtest.Exits(t, laptop.Stead("stop", never), 0, never+" no longer waits")
	if again := laptop.Stead("stop", never); again.Code == 0 ||
		!strings.Contains(again.Stderr, "no job of that id waits") {
		t.Errorf("taken back once more: %d, %s", again.Code, again.Stderr)
	}

	shell := harness.Of("codex").Tools
	tower := harness.New(t, provider.Steps(provider.Reply{
		Calls: []provider.ToolCall{shell.Run("cat draft.txt > done.txt")}}, provider.Say("It is done."))...)
	hub.join(tower, "tower", "--label", "gpu")
	hub.serve(tower, "tower")
	var run string
	runtest.Eventually(t, "the run on the tower has ended", func() bool {
		for _, r := range lists(t, laptop, "--all") {
			if r.Machine == "tower" && r.Shown == "done" {
				run = r.Run
			}
		}
		return run != ""
	})
	if text := runtest.Conversation(tower, "codex", tower.Turns()[0]); !strings.Contains(text, "Go on.") ||
		!strings.Contains(text, "What is in this project?") {
		t.Errorf("the model was told\n%s", text)
	}
	home := laptop.Stead("fetch", job, "--json")
	runtest.Exits(t, home, 0)
	var got struct{ Run, Branch string }
	if err := json.Unmarshal([]byte(home.Stdout), &got); err != nil || got.Run != run {
		t.Fatalf("home comes %+v, %v", got, err)
	}
	runtest.Exits(t, laptop.Stead("fetch", "tower/"+run), 0)
	runtest.Exits(t, laptop.Stead("fetch", never), 1, "taken back")
	if text := runtest.Git(t, laptop, "show", got.Branch+":done.txt"); text != "not committed" {
		t.Errorf("what it did is %q", text)
	}
	if shown := laptop.Stead("machines").Stdout; !strings.Contains(shown, "2 of 2") || !strings.Contains(shown, "gpu") ||
		!strings.Contains(shown, "codex") {
		t.Errorf("the machines are\n%s", shown)
	}
}

// TestJobWaitsForASlot has three runs for two machines with one slot each: the third begins when one of the others has
// ended.
func TestJobWaitsForASlot(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	hold := provider.NewHold()
	machines := map[string]*harness.Environment{}
	for _, name := range []string{"desk", "tower"} {
		g := harness.New(t, provider.Step{When: runtest.TurnsOf("codex"),
			Reply: provider.Reply{Text: "It is done.", Hold: hold}})
		hub.join(g, name)
		hub.serve(g, name, "--slots", "1")
		machines[name] = g
	}
	laptop := hub.machine("laptop")
	runtest.Repository(t, laptop)
	for range 2 {
		puts(t, laptop, "--on", "any", "-p", "Work.")
	}
	runtest.Eventually(t, "both work", func() bool {
		return len(runtest.Records(t, machines["desk"])) == 1 && len(runtest.Records(t, machines["tower"])) == 1
	})
	third := puts(t, laptop, "--on", "any", "-p", "Work.")
	waitsBecause(t, laptop, third, "desk is full: 1 of 1 and tower is full: 1 of 1")
	hold.Release()
	runtest.Eventually(t, "all three have ended", func() bool {
		done := 0
		for _, g := range machines {
			for _, r := range runtest.Records(t, g) {
				if r.Status == "completed" {
					done++
				}
			}
		}
		return done == 3
	})
}

// TestJobOfANodeThatDiedIsResumed kills all of a node while its job runs. When it is back, the run goes on: it is not
// begun a second time.
func TestJobOfANodeThatDiedIsResumed(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	shell := harness.Of("codex").Tools
	desk := hub.node("desk", provider.Steps(provider.Reply{Calls: []provider.ToolCall{shell.Run("sleep 1000")}},
		provider.Say("It is done."))...)
	laptop := hub.machine("laptop")
	runtest.Repository(t, laptop)
	job := puts(t, laptop, "--on", "any", "-p", "Work on it.", "--allow", "all")
	runtest.Eventually(t, "it works", func() bool { return len(runtest.Named(desk, "sleep")) > 0 })
	for _, id := range desk.Processes() {
		_ = syscall.Kill(id, syscall.SIGKILL)
	}
	waitsBecause(t, laptop, job, "desk has begun it")
	hub.serve(desk, "desk")
	runtest.Eventually(t, "the run has ended", func() bool { return runtest.OnlyRecord(t, desk).Status == "completed" })
	r := runtest.OnlyRecord(t, desk)
	if turns := desk.Turns(); len(turns) != 2 {
		t.Errorf("the model was asked %d times", len(turns))
	}
	if count := promptsIn(t, r.To.Path, "Work on it."); count != 1 {
		t.Errorf("the prompt stands %d times in the session of Codex", count)
	}
	runtest.Eventually(t, "nothing waits", func() bool { return len(lists(t, laptop)) == 0 })
}

// promptsIn counts a prompt in a session of Codex.
func promptsIn(t *testing.T, path, prompt string) (count int) {
	t.Helper()
	for text := range strings.Lines(read(t, path)) {
		if strings.Contains(text, `"type":"response_item"`) && strings.Contains(text, `"role":"user"`) &&
			strings.Contains(text, prompt) {
			count++
		}
	}
	return count
}
