//go:build linux

package live_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// noNotices takes all inotify instances from what it starts, in a user namespace of its own (user_namespaces(7)).
var noNotices = []string{"-Ur", "sh", "-c", `echo 0 > /proc/sys/user/max_inotify_instances && exec "$0" "$@"`}

const polls = "the system gives no notices of changed files"

// TestRunIsFollowedWithoutNotices has a CLI work, and another stead follow its log, where the system gives neither a
// notice.
func TestRunIsFollowedWithoutNotices(t *testing.T) {
	t.Parallel()
	if err := exec.Command("unshare", noNotices[0], "true").Run(); err != nil {
		t.Skipf("this system allows no user namespaces: %v", err)
	}
	hold := provider.NewHold()
	g := harness.New(t, provider.Step{Reply: provider.Reply{Text: "Half of it.", Hold: hold}})
	runtest.Repository(t, g)
	without := func(args ...string) harness.Result {
		return g.Run("unshare", slices.Concat(noNotices, []string{g.SteadPath()}, args)...)
	}
	ended := make(chan harness.Result)
	go func() { ended <- without("run", "--to", "pi", "-p", runtest.Prompt) }()
	runtest.Reached(t, g, hold)
	followed := make(chan harness.Result)
	go func() { followed <- without("logs", "-f") }()
	runtest.Eventually(t, "the first words in the log", func() bool {
		return strings.Contains(g.Stead("logs").Stdout, runtest.Prompt)
	})
	hold.Release()
	for name, result := range map[string]harness.Result{"run": <-ended, "logs": <-followed} {
		runtest.Exits(t, result, 0)
		if text := strings.Join(strings.Fields(result.Stderr), " "); strings.Count(text, polls) != 1 ||
			!strings.Contains(result.Stdout, "Half of it.") {
			t.Errorf("%s prints %s, and says %s", name, result.Stdout, result.Stderr)
		}
	}
}
