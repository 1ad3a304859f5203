package reach_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// startsAt returns what starts the hub at an address, also after its end.
func (p *place) startsAt(address string) func() {
	return func() {
		p.t.Helper()
		p.start("--listen", address)
		p.awaitHub()
	}
}

// worksHeld begins a run of the real Codex that waits before its last answer, once the hub has what came before.
func worksHeld(t *testing.T, desk *harness.Environment, r *reader, hold *provider.Hold) runtest.Record {
	t.Helper()
	begun := desk.Stead("run", "--to", "codex", "-p", "Work.", "--allow", "all", "-d")
	runtest.Exits(t, begun, 0)
	runtest.Reached(t, desk, hold)
	var record runtest.Record
	for _, one := range runtest.Records(t, desk) {
		if one.Run == strings.TrimSpace(begun.Stdout) {
			record = one
		}
	}
	runtest.Eventually(t, "the hub has what it did", func() bool {
		text, err := r.has(record.Run)
		return err == nil && strings.Contains(text, "echo begun")
	})
	return record
}

// done waits until all runs of a machine have ended.
func done(t *testing.T, g *harness.Environment) {
	t.Helper()
	runtest.Eventually(t, "all runs are over", func() bool {
		for _, r := range runtest.Records(t, g) {
			if r.Status != "completed" {
				return false
			}
		}
		return true
	})
}

// TestHubGetsBackWhatItLost restores the hub from a backup that knows one run of two, while the real Codex works in the
// second, and then wipes it. Each time the node brings everything again.
func TestHubGetsBackWhatItLost(t *testing.T) {
	t.Parallel()
	hub := newPlace(t)
	again := hub.startsAt(free(t))
	again()
	hold := provider.NewHold()
	desk := hub.node("desk", provider.Steps(
		provider.Say("First."),
		provider.Reply{Calls: []provider.ToolCall{harness.Of("codex").Tools.Run("echo begun")}},
		provider.Reply{Text: "It is done.", Hold: hold},
	)...)
	laptop := hub.machine("laptop")
	runtest.Exits(t, desk.Stead("run", "--to", "codex", "-p", "Begin."), 0)
	first := runtest.OnlyRecord(t, desk)
	r := reads(t, laptop)
	r.agrees("the hub has the first run", first)
	hub.ends(syscall.SIGTERM)
	backup := filepath.Join(t.TempDir(), "backup")
	copies(t, hub.folder, backup)
	again()

	second := worksHeld(t, desk, r, hold)
	hub.ends(syscall.SIGKILL)
	remove(t, hub.folder)
	copies(t, backup, hub.folder)
	again()
	r.agrees("the restored hub has the first run", first)
	r.agrees("the restored hub has the second run so far", second)
	hold.Release()
	done(t, desk)
	r.agrees("the restored hub has the second run", second)

	hub.ends(syscall.SIGKILL)
	remove(t, filepath.Join(hub.folder, "store"))
	again()
	r = reads(t, laptop)
	r.agrees("the wiped hub has the first run", first)
	r.agrees("the wiped hub has the second run", second)
}

func copies(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, folder string) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
}
