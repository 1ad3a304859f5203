package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestMachinesAreShownTogether shows a laptop whose user has a desk, too, in a real browser: what is on both stands in
// one list, a question of the desk's Codex is answered from it, and a session of the desk is read through the laptop.
// Then the desk goes.
func TestMachinesAreShownTogether(t *testing.T) {
	t.Parallel()
	asks := runtest.MakesAFile("codex")
	desk, laptop := harness.New(t, asks, provider.Step{Reply: provider.Say("It is made.")}), harness.New(t)
	session := desk.Place("claude", "text")
	runtest.Repository(t, desk)
	runtest.AsksFirst(t, desk, "codex")
	runtest.EndsRuns(t, desk)
	laptop.Place("codex", "7b03")
	meet(t, map[string]*harness.Environment{"desk": desk, "laptop": laptop})
	node := desk.Start(desk.SteadPath(), "node")
	t.Cleanup(func() { _ = node.Signal(syscall.SIGKILL) }) // it has gone where all went well
	runtest.Exits(t, desk.Stead("run", "--from", session.Ref(), "--to", "codex", "-i", "-p", "Make the file.", "-d"), 0)
	browse(t, laptop, runtest.Serve(t, laptop), "machines", nil, answers{
		"is made": func(string) (any, error) {
			_, err := os.Stat(filepath.Join(desk.Work, "made.txt"))
			return err == nil, nil
		},
		"end the desk": func(string) (any, error) {
			if err := node.Signal(syscall.SIGTERM); err != nil {
				return nil, err
			}
			_, err := node.Wait()
			return nil, err
		},
	})
}

var joining = regexp.MustCompile(`stead1-\S+`)

// meet has machines join a hub, which runs until the test is over.
func meet(t *testing.T, machines map[string]*harness.Environment) {
	t.Helper()
	program, err := harness.HubBinary()
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "hub") // a test's own folder has too long a path for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	owner := harness.New(t)
	owner.Start(program, "--folder", folder, "--listen", "127.0.0.1:0")
	runtest.Eventually(t, "the hub is there", func() bool {
		return owner.Stead("hub", "machines", "--folder", folder).Code == 0
	})
	for name, g := range machines {
		invited := owner.Stead("hub", "invite", "--folder", folder)
		runtest.Exits(t, invited, 0)
		runtest.Exits(t, g.Stead("join", strings.TrimSpace(joining.FindString(invited.Stdout)), "--name", name), 0)
	}
}
