package reach_test

import (
	"strings"
	"testing"

	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/runs"
)

// TestRunOutlivesJoiningAnew revokes the desk while the real Codex works there, and has it join again under its name,
// by --again and after it has left, and under another name. The run goes on with its lease, and the hub gets all of it.
func TestRunOutlivesJoiningAnew(t *testing.T) {
	t.Parallel()
	for name, flags := range map[string][]string{"again": {"--again"}, "left": nil, "renamed": {"--again"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hold := provider.NewHold()
			l := lend(t, map[string]string{"reach.lease": "30s"}, provider.Reply{Text: "It is done.", Hold: hold}, nil)
			runtest.Reached(t, l.desk, hold)
			before, _, err := runs.Open(l.data).Lease(l.run)
			if err != nil {
				t.Fatal(err)
			}
			runtest.Exits(t, l.place.owner.Stead("hub", "revoke", "desk", "--folder", l.place.folder), 0)
			if flags == nil {
				runtest.Exits(t, l.desk.Stead("leave"), 0)
			}
			if name == "renamed" {
				l.name = "tower"
			}
			l.place.join(l.desk, l.name, flags...)
			if _, err := l.node.Wait(); err != nil {
				t.Logf("the node of before: %v", err)
			}
			l.place.serve(l.desk, l.name)
			runtest.Eventually(t, "its lease is renewed", func() bool {
				now, leased, _ := runs.Open(l.data).Lease(l.run)
				return leased && now.Until > before.Until && now.Elsewhere == ""
			})
			if !l.works() || l.holder(t) != l.name {
				t.Fatalf("the run has ended: %+v", l.record(t))
			}
			hold.Release()
			runtest.Eventually(t, "it has ended there", func() bool { return l.record(t).Status == runs.Completed })
			l.isWholeAtHub(t)
			if text := l.atHub(t); !strings.Contains(text, "It is done.") || !strings.Contains(text, "echo begun") {
				t.Errorf("the hub has\n%s", text)
			}
		})
	}
}
