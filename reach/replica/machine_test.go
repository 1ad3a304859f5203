package replica_test

import (
	"context"
	"os"
	"testing"

	"stead/reach/replica"
	"stead/runs"
)

func TestAllRunsGoBackToAHubThatWasWiped(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	folder := runs.Open(ms[0].folder)
	must(t, folder.Save(runs.Run{ID: "r", Status: runs.Completed}))
	write(t, j, 30)
	must(t, j.Close())
	ms[0].sync(t)
	follower := ms[1].reads()
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
	h.kill()
	must(t, os.RemoveAll(h.Folder))
	h.start()
	machine := replica.Machine{Conn: ms[0].conn, Keys: ms[0].keys, Self: ms[0].member, Folder: folder}
	busy := func(string) bool { return true }
	until(t, "reconcile", func(ctx context.Context) error { return machine.Reconcile(ctx, busy) })
	if ms[0].messages(t) > 0 {
		t.Fatal("a run that has a publisher was published")
	}
	until(t, "reconcile", func(ctx context.Context) error { return machine.Reconcile(ctx, nil) })
	ms[0].agree(t, follower)

	must(t, os.RemoveAll(folder.Dir("r"))) // as stead rm does
	must(t, machine.Reconcile(t.Context(), nil))
	if _, err := os.Stat(folder.Dir("r")); err == nil {
		t.Error("a run that was removed came back")
	}
}
