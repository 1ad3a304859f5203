package reach_test

import (
	"strings"
	"testing"

	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/term/ptyx"
)

// detachKey is Ctrl-\.
const detachKey = "\x1c"

// detaches leaves a run from a terminal of a machine. The run goes on.
func detaches(t *testing.T, x *runtest.Terminal, machine string) {
	t.Helper()
	x.Keys(detachKey)
	if code := x.Ends(); code != "0" {
		t.Errorf("the %s ends with %s", machine, code)
	}
}

// wide is the laptop's terminal.
var wide = ptyx.Size{Rows: 40, Columns: 120}

// trusts has Codex trust the folder, which is a new one there. It may not take keys yet when it has drawn the question.
func trusts(t *testing.T, x *runtest.Terminal) {
	t.Helper()
	const question = "Trust this folder?"
	x.Sees(question)
	runtest.Eventually(t, "Codex trusts the folder", func() bool {
		if !strings.Contains(x.Screen.Text(), question) {
			return true
		}
		x.Keys("\r")
		x.Rests()
		return false
	})
}

// TestTerminalOfAnotherMachineIsThereFromEverywhere opens the real Codex on the desk from the laptop, leaves it there,
// and goes on from a tablet, whose terminal has another size.
func TestTerminalOfAnotherMachineIsThereFromEverywhere(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	desk := hub.node("desk", provider.Steps(provider.Say("Said on the desk."), provider.Say("Said once more."))...)
	laptop, tablet := hub.machine("laptop"), hub.machine("tablet")
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")

	x := runtest.OnTerminal(t, laptop, wide, "run", "--from", session.Ref(), "--to", "codex", "--on", "desk")
	trusts(t, x)
	x.Sees("Do you see a bug?")
	x.SeesReady("codex")
	x.Submits("Go on.")
	x.Sees("Said on the desk.")
	detaches(t, x, "laptop")
	x.Sees("stead fetch desk/")

	y := runtest.OnTerminal(t, tablet, ptyx.Size{Rows: 30, Columns: 90}, "attach", "desk/latest")
	y.Sees("Said on the desk.")
	y.Submits("More.")
	y.Sees("Said once more.")
	runtest.Eventually(t, "the run has the tablet's width", func() bool {
		return strings.Contains(desk.Stead("ps", "--json").Stdout, `"turns": 2`)
	})
	detaches(t, y, "tablet")

	stopped := tablet.Stead("stop", "desk/latest")
	runtest.Exits(t, stopped, 0)
	runtest.Eventually(t, "the run is over", func() bool {
		return strings.TrimSpace(desk.Stead("ps", "--json").Stdout) == "[]"
	})
	gone := laptop.Stead("send", "desk/latest", "Hello?")
	runtest.Exits(t, gone, 3)
}
