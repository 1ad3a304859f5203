package reach_test

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestFollowerOutlivesTheHub follows a run of the real Codex on the desk while the hub is away for longer than a
// connection stays without a word, and comes back, and then the desk's node. The follower prints all of the run, each
// line once, and ends with it.
func TestFollowerOutlivesTheHub(t *testing.T) {
	t.Parallel()
	e, hold := newErrand(t), provider.NewHold()
	e.desk.Provider.Add(provider.Steps(
		provider.Reply{Calls: []provider.ToolCall{harness.Of("codex").Tools.Run("echo begun")}}, provider.Reply{
			Text: "It is done.", Hold: hold})...)
	begun := e.desk.Stead("run", "--to", "codex", "-p", "Work.", "--allow", "all", "-d")
	runtest.Exits(t, begun, 0)
	runtest.Reached(t, e.desk, hold)
	run := strings.TrimSpace(begun.Stdout)
	follower := e.laptop.Start(e.laptop.SteadPath(), "logs", "-f", "desk/"+run)
	runtest.Eventually(t, "the desk has been asked", func() bool {
		return strings.Contains(e.desk.Run("/bin/ps", "axww").Stdout, "logs -f "+run)
	})
	e.hub.ends(syscall.SIGKILL)
	away := time.NewTimer(20 * time.Second) // longer than a pipe stays silent: what is tested is what happens after that
	<-away.C
	e.starts()
	sees(t, e.laptop, "desk")
	kill(t, e.node)
	e.node, _ = e.hub.serve(e.desk, "desk")
	hold.Release()
	result, err := follower.Wait()
	if err != nil || result.Code != 0 {
		t.Fatalf("it ends with %d, %v:\n%s", result.Code, err, result.Stderr)
	}
	for _, want := range []string{"Work.", "echo begun", "It is done."} {
		if strings.Count(result.Stdout, want) != 1 {
			t.Errorf("%q stands there %d times:\n%s", want, strings.Count(result.Stdout, want), result.Stdout)
		}
	}
}
