package reach_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestMachinesAreBrowsedTogether shows on the laptop's screen what the real Codex asks for on the desk, answers that,
// and opens the session there.
func TestMachinesAreBrowsedTogether(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	desk := hub.machine("desk", runtest.MakesAFile("codex"), provider.Step{Reply: provider.Say("It is made.")})
	session := desk.Place("claude", "text")
	runtest.Repository(t, desk)
	runtest.AsksFirst(t, desk, "codex")
	hub.serve(desk, "desk")
	laptop := hub.machine("laptop")
	laptop.Place("codex", "7b03")
	sees(t, laptop, "desk")
	runtest.Exits(t, desk.Stead("run", "--from", session.Ref(), "--to", "codex", "-i", "-p", "Make the file.", "-d"), 0)

	x := runtest.OnTerminal(t, laptop, wide, "browse")
	shown := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			runtest.Eventually(t, text+" on the screen", func() bool { return strings.Contains(x.Screen.Text(), text) })
		}
	}
	shown("desk/claude", "desk/codex", "fix the add function", "NEEDS YOU", "permission")
	x.Keys("g")
	shown("on desk: enter shows it")
	x.Keys("p")
	shown("touch made.txt", "Yes, proceed")
	x.Rests()
	x.Keys("y")
	runtest.Eventually(t, "the file is made on the desk", func() bool {
		_, err := os.Stat(filepath.Join(desk.Work, "made.txt"))
		return err == nil
	})
	x.Keys("2g")
	shown("claude->codex")
	x.Keys("a")
	shown("It is made.")
	x.Keys(detachKey)
	shown("? keys")
	x.Keys("q")
	if code := x.Ends(); code != "0" {
		t.Errorf("stead ends with %s", code)
	}
}
