package reach_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/reach/hubtest"
)

// TestRunGoesOnWhileTheHubsDiskIsFull has the real Codex work while the hub's disk is full. The run comes to its end,
// the node says what is wrong, and when there is space again and the hub is started anew, it gets all of it.
func TestRunGoesOnWhileTheHubsDiskIsFull(t *testing.T) {
	t.Parallel()
	hub := newPlace(t)
	hubtest.SmallDisk(t, filepath.Join(hub.folder, "store"))
	again := hub.startsAt(free(t))
	again()
	hold := provider.NewHold()
	desk := hub.machine("desk", provider.Steps(
		provider.Reply{Calls: []provider.ToolCall{harness.Of("codex").Tools.Run("echo begun")}},
		provider.Reply{Text: "It is done.", Hold: hold},
	)...)
	_, said := hub.serve(desk, "desk")
	laptop := hub.machine("laptop")
	r := reads(t, laptop)
	record := worksHeld(t, desk, r, hold)
	ballast := hubtest.Fill(t, filepath.Join(hub.folder, "store"))
	hold.Release()
	done(t, desk)
	before := record.RawJournal(t)
	runtest.Eventually(t, "the node says what is wrong", func() bool {
		return strings.Contains(read(t, said), "publish run "+record.Run) &&
			strings.Contains(read(t, said), "the hub does not answer")
	})
	if text, err := r.has(record.Run); err != nil || text == before || !strings.HasPrefix(before, text) {
		t.Errorf("of %d bytes the hub has %d: %v", len(before), len(text), err)
	}

	remove(t, ballast)
	if text := hub.ends(syscall.SIGTERM); !strings.Contains(text, "no space left on device") {
		t.Errorf("the hub says %q", text)
	}
	again()
	r.agrees("the hub has the run when there is space again", record)
	if got := record.RawJournal(t); got != before {
		t.Errorf("the journal here was %d bytes and is %d", len(before), len(got))
	}
}
