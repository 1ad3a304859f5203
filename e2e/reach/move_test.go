package reach_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestLiveRunMovesToAnotherMachine begins the real Codex on the laptop in the background, and has it go on on the desk,
// where it is told more.
func TestLiveRunMovesToAnotherMachine(t *testing.T) {
	t.Parallel()
	hub := newPlace(t)
	again := hub.startsAt(free(t))
	again()
	desk := hub.node("desk", provider.Steps(provider.Say("Said on the desk."))...)
	laptop := hub.machine("laptop", provider.Steps(provider.Say("Said on the laptop."))...)
	runtest.EndsRuns(t, laptop)
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	runtest.Exits(t, laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "-i", "-p", "Go on.", "-d"), 0)
	runtest.Eventually(t, "the first turn is over", func() bool {
		return strings.Contains(laptop.Stead("ps", "--json").Stdout, `"turns": 1`)
	})

	runtest.Exits(t, laptop.Stead("move", "latest", "--to-node", "attic"), 3, "there is no machine")
	if running := laptop.Stead("ps", "--on", "here", "--json").Stdout; !strings.Contains(running, `"status": "running"`) {
		t.Errorf("the run was ended for a machine that there is not: %s", running)
	}
	moved := laptop.Stead("move", "latest", "--to-node", "desk")
	runtest.Exits(t, moved, 0)
	run := strings.TrimSpace(moved.Stdout)
	if !strings.HasPrefix(run, "desk/") {
		t.Fatalf("it is called %q", moved.Stdout)
	}
	hub.ends(syscall.SIGTERM)
	if table := laptop.Stead("ps").Stdout; !strings.Contains(table, run[:len("desk/")]+run[len(run)-4:]) {
		t.Errorf("without the hub the list is\n%s", table)
	}
	again()
	sees(t, laptop, "desk")
	if running := laptop.Stead("ps", "--on", "here", "--json").Stdout; strings.TrimSpace(running) != "[]" {
		t.Errorf("here are still %s", running)
	}
	if table := strings.Join(strings.Fields(laptop.Stead("ps").Stdout), " "); !strings.Contains(table,
		" laptop/codex->codex "+filepath.Base(laptop.Work)+" ") {
		t.Errorf("the list is\n%s", table)
	}
	if all := laptop.Stead("ps", "--on", "here", "--all").Stdout; !strings.Contains(all, "it goes on as "+run) {
		t.Errorf("of the run that was moved is said\n%s", all)
	}
	runtest.Exits(t, laptop.Stead("logs", "-f", runtest.OnlyRecord(t, laptop).Run), 0, "it continues: stead logs -f "+run)
	runtest.Exits(t, laptop.Stead("show", "run:"+runtest.OnlyRecord(t, laptop).Run), 0, "it continues: stead show desk/run:")
	x := runtest.OnTerminal(t, laptop, wide, "attach", run)
	trusts(t, x)
	x.Sees("Said on the laptop.")
	x.SeesReady("codex")
	x.Submits("More.")
	x.Sees("Said on the desk.")
	conversation := runtest.Conversation(desk, "codex", desk.Turns()[0])
	for _, want := range []string{"What is in this project?", "Go on.", "Said on the laptop.", "More."} {
		if strings.Count(conversation, want) != 1 {
			t.Errorf("%q stands there %d times:\n%s", want, strings.Count(conversation, want), conversation)
		}
	}
	detaches(t, x, "laptop")
	x.Sees("stead attach " + run) // as it is named here
}
