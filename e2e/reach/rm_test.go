package reach_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/reach/layout"
)

// hasJournal reports whether a hub has something of a run.
func (p *place) hasJournal(run string) bool {
	blocks, _ := filepath.Glob(filepath.Join(p.folder, "store/jetstream/*/streams/STEAD_RUNS/msgs/*.blk"))
	return slices.ContainsFunc(blocks, func(path string) bool {
		return strings.Contains(read(p.t, path), layout.Token(run))
	})
}

var address = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// TestRemovedRunIsRemovedAtTheHub removes runs of the real Codex on the desk: while its node runs, while it does not,
// and while the hub is away, which the node makes up for. The laptop is told so, whether the desk answers or not.
func TestRemovedRunIsRemovedAtTheHub(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	desk := hub.node("desk", provider.Steps(provider.Say("First."), provider.Say("Second."), provider.Say("Third."))...)
	laptop := hub.machine("laptop")
	session := desk.Place("claude", "text")
	runtest.Repository(t, desk)
	for range 3 {
		runtest.Exits(t, desk.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", "Work."), 0)
	}
	var all []string
	for _, r := range runtest.Records(t, desk) {
		all = append(all, r.Run)
		runtest.Eventually(t, "the hub has "+r.Run, func() bool { return hub.hasJournal(r.Run) })
	}
	told := func(run string) bool {
		result := laptop.Stead("run", "--from", "desk/run:"+run, "--to", "claude", "--dry-run", "--cwd", laptop.Work)
		return result.Code == 3 && strings.Contains(result.Stderr, "run "+run+" was removed on desk")
	}
	rm := func(run string) harness.Result {
		t.Helper()
		result := desk.Stead("rm", run)
		runtest.Exits(t, result, 0, "removed run "+run)
		return result
	}

	rm(all[0])
	runtest.Eventually(t, "the desk has removed the first", func() bool { return told(all[0]) })
	for _, id := range desk.Processes() {
		_ = syscall.Kill(id, syscall.SIGKILL)
	}
	runtest.Eventually(t, "the desk is away", func() bool { return laptop.Stead("list", "--on", "desk").Code == 3 })
	if result := rm(all[1]); strings.Contains(result.Stderr, "still there") || !told(all[0]) || !told(all[1]) {
		t.Errorf("without a node: %s", result.Stderr)
	}

	member := filepath.Join(desk.Dir, ".local/share/stead/reach/member.json")
	before := read(t, member)
	write(t, member, address.ReplaceAllString(before, "127.0.0.1:1")) // nobody listens there
	if result := rm(all[2]); !strings.Contains(result.Stderr, "stead node removes it when it reaches the hub") ||
		told(all[2]) {
		t.Errorf("without a hub: %s", result.Stderr)
	}
	write(t, member, before)
	hub.serve(desk, "desk")
	runtest.Eventually(t, "the node has removed the last", func() bool { return told(all[2]) })
}
