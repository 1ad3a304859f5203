package replica_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/seal"
	"stead/runs"
)

// serves is a machine that offers its runs.
func (m *machine) serves() replica.Machine {
	return replica.Machine{Conn: m.conn, Keys: m.keys, Self: m.member, Folder: runs.Open(m.folder),
		Removals: replica.OpenRemovals(m.folder)}
}

// published has a machine publish a run to its end, and returns how many bytes that has.
func (m *machine) published(t *testing.T) int64 {
	t.Helper()
	j := m.begin(t)
	must(t, runs.Open(m.folder).Save(runs.Run{ID: "r", Status: runs.Completed}))
	write(t, j, 20)
	must(t, j.Close())
	m.sync(t)
	return j.Size()
}

// rm removes a run as stead rm does, before it reaches the hub.
func (m *machine) rm(t *testing.T) {
	t.Helper()
	must(t, m.serves().Removals.Add("r"))
	must(t, os.RemoveAll(runs.Open(m.folder).Dir("r")))
}

// isRemoved reports whether an error says that a machine has removed the run.
func isRemoved(err error, by string) bool {
	var removed *seal.RemovedError
	return errors.As(err, &removed) && removed.Run == "r" && removed.By == by
}

func TestARemovedRunCanBeReadByNobody(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	ms := members(t, hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop", member.Node, member.Operator),
		hubtest.Join(t, h, "phone", member.Viewer))
	desk, laptop, phone := ms[0], ms[1], ms[2]
	size := desk.published(t)
	follower := phone.reads()
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) == size })
	must(t, laptop.copies(t.Context(), filepath.Join(t.TempDir(), "copy")))
	must(t, phone.serves().Removals.Add("r")) // it has not made the run
	must(t, phone.serves().Remove(t.Context(), nil))

	must(t, desk.serves().Removals.Add("r"))
	must(t, desk.serves().Remove(t.Context(), nil)) // it is still here
	must(t, phone.copies(t.Context(), filepath.Join(t.TempDir(), "copy")))
	desk.rm(t)
	must(t, desk.serves().Remove(t.Context(), func(string) bool { return true })) // it has a publisher
	must(t, phone.copies(t.Context(), filepath.Join(t.TempDir(), "copy")))
	must(t, desk.serves().Remove(t.Context(), nil))

	before := desk.messages(t)
	must(t, desk.serves().Reconcile(t.Context(), nil))
	must(t, laptop.serves().Reconcile(t.Context(), nil))
	if after := desk.messages(t); after != before {
		t.Errorf("it was sent again: %d messages, then %d", before, after)
	}
	for _, m := range members(t, desk.member, laptop.member, phone.member) { // they remember no keys
		if err := m.copies(t.Context(), filepath.Join(t.TempDir(), "copy")); !isRemoved(err, "desk") {
			t.Errorf("%s: %v", m.member.Name, err)
		}
		if err := m.source().Check(t.Context()); !isRemoved(err, "desk") {
			t.Errorf("%s looks: %v", m.member.Name, err)
		}
	}
}

// A machine that cannot reach the hub removes its run there when the hub is back, and its keys are not brought back.
func TestARunIsRemovedWhenTheHubIsBack(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	ms[0].published(t)
	h.kill()
	ms[0].rm(t)
	ctx, end := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() { ms[0].serves().Serve(ctx, func(error) {}) })
	defer serving.Wait()
	defer end()
	h.start()
	js, err := jetstream.New(ms[1].conn)
	must(t, err)
	until(t, "it is removed", func(ctx context.Context) error {
		// it remembers no key
		ms[1].keys = seal.NewKeyring(js, ms[1].member, func() []member.Peer { return []member.Peer{ms[0].member.Peer} },
			ms[1].folder)
		if err := ms[1].source().Check(ctx); !isRemoved(err, "m0") {
			return errors.Join(errors.New("not yet"), err)
		}
		return nil
	})
	until(t, "nothing is left to do", func(context.Context) error {
		if left, err := os.ReadDir(filepath.Join(ms[0].folder, "reach", "removals")); err != nil || len(left) > 0 {
			return errors.Join(errors.New("not yet"), err)
		}
		return nil
	})
	if made, err := ms[0].keys.Made(); err != nil || len(made) > 0 {
		t.Errorf("it still has keys of %v, %v", made, err)
	}
}
