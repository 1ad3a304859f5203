package seal_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/seal"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestWhatIsSealedOpensInItsPlaceAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.SliceOf(rapid.Byte()).Draw(t, "content")
		place := rapid.Custom(func(t *rapid.T) seal.Place {
			return seal.Place{Run: rapid.String().Draw(t, "run"), Epoch: rapid.Uint64().Draw(t, "epoch"),
				Offset: rapid.Int64().Draw(t, "offset"), Kind: rapid.StringN(0, 3, -1).Draw(t, "kind")}
		})
		key, at, other := seal.NewKey(), place.Draw(t, "place"), place.Draw(t, "other")
		sealed, err := seal.Seal(key, at, content)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := seal.Open(key, at, sealed); err != nil || !bytes.Equal(got, content) {
			t.Fatalf("it does not open: %v", err)
		}
		if _, err := seal.Open(key, other, sealed); other != at && !errors.Is(err, seal.ErrOpen) {
			t.Fatal("it opens elsewhere")
		}
		if _, err := seal.Open(seal.NewKey(), at, sealed); !errors.Is(err, seal.ErrOpen) {
			t.Fatal("another key opens it")
		}
		sealed[rapid.IntRange(0, len(sealed)-1).Draw(t, "byte")]++
		if _, err := seal.Open(key, at, sealed); !errors.Is(err, seal.ErrOpen) {
			t.Fatal("it opens though it was changed")
		}
	})
}

func TestSealsAreBounded(t *testing.T) {
	if _, err := seal.Seal(seal.NewKey(), seal.Place{}, make([]byte, seal.Largest+1)); !errors.Is(err, seal.ErrLarge) {
		t.Error(err)
	}
	if _, err := seal.Open(seal.NewKey(), seal.Place{}, make([]byte, seal.Largest+seal.Overhead+1)); !errors.Is(err,
		seal.ErrLarge) {
		t.Error(err)
	}
}

// team is a hub with machines of one user.
type team struct {
	js      jetstream.JetStream
	members []member.Member
	folders []string
}

func newTeam(t *testing.T, count int) *team {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(),
		NoSigs: true, NoLog: true, SyncInterval: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	conn, err := nats.Connect("", nats.InProcessServer(s))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	w := &team{}
	if w.js, err = jetstream.New(conn); err == nil {
		_, err = w.js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: layout.Keys})
	}
	if err != nil {
		t.Fatal(err)
	}
	for range count {
		m, err := member.New(t.Name(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		w.members, w.folders = append(w.members, m), append(w.folders, t.TempDir())
	}
	return w
}

func (w *team) peers(who ...int) (all []member.Peer) {
	for _, i := range who {
		all = append(all, w.members[i].Peer)
	}
	return all
}

// ring has the keys of a machine that knows some others. It has nothing in memory yet.
func (w *team) ring(i int, knows ...int) *seal.Keyring {
	return seal.NewKeyring(w.js, w.members[i], func() []member.Peer { return w.peers(knows...) }, w.folders[i])
}

func made(t *testing.T, k *seal.Keyring, epoch uint64) seal.Key {
	t.Helper()
	key, err := k.Make(t.Context(), "r.1", epoch)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAKeyIsTheSameForAllOfAUser(t *testing.T) {
	w := newTeam(t, 2)
	key := made(t, w.ring(0, 0, 1), 1)
	if again := made(t, w.ring(0, 0, 1), 1); again != key {
		t.Error("it is another one after a restart")
	}
	if got, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 1); err != nil || got != key {
		t.Errorf("the other machine does not get it: %v", err)
	}
	if _, err := w.ring(1, 0, 1).Make(t.Context(), "r.1", 1); !errors.Is(err, seal.ErrTaken) {
		t.Errorf("two machines make one key: %v", err)
	}
	if _, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 2); !errors.Is(err, seal.ErrNoKey) ||
		err.Error() != seal.ErrNoKey.Error() {
		t.Errorf("there is a key that nobody made: %v", err)
	}
}

func TestAMachineThatJoinsReadsWhatWas(t *testing.T) {
	w := newTeam(t, 3)
	key := made(t, w.ring(0, 0, 1), 1)
	if _, err := w.ring(2, 0, 1, 2).Get(t.Context(), "r.1", 1); err == nil {
		t.Fatal("it reads before anybody wraps the key for it")
	}
	if n, err := w.ring(1, 0, 1, 2).Rewrap(t.Context(), w.peers(0, 1, 2)); err != nil || n != 1 {
		t.Fatalf("%d keys were wrapped: %v", n, err)
	}
	for i := range 3 {
		if got, err := w.ring(i, 0, 1, 2).Get(t.Context(), "r.1", 1); err != nil || got != key {
			t.Errorf("machine %d: %v", i, err)
		}
	}
	if again := made(t, w.ring(0, 0, 1, 2), 1); again != key {
		t.Error("its maker has lost it")
	}
}

func TestARevokedMachineReadsNoNewEpoch(t *testing.T) {
	w := newTeam(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	made(t, w.ring(0, 0), 2)
	if _, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 1); err != nil {
		t.Errorf("what it could read it cannot read: %v", err)
	}
	if _, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 2); err == nil {
		t.Error("it reads the new epoch")
	}
}

func TestAKeyOfTheHubsIsNotTaken(t *testing.T) {
	w := newTeam(t, 3)
	made(t, w.ring(2, 0, 2), 1) // a stranger wraps one for machine 0
	if _, err := w.ring(0, 0, 1).Get(t.Context(), "r.1", 1); !errors.Is(err, seal.ErrForeign) {
		t.Errorf("a stranger's key is used: %v", err)
	}
	if _, err := w.ring(0, 0, 1).Make(t.Context(), "r.1", 1); !errors.Is(err, seal.ErrTaken) {
		t.Errorf("a stranger's key is used for sealing: %v", err)
	}
	made(t, w.ring(0, 0, 1), 3)
	kv, err := w.js.KeyValue(t.Context(), layout.Keys)
	if err != nil {
		t.Fatal(err)
	}
	key := "ann.=." + layout.Token("r.1")
	e, err := kv.Get(t.Context(), key+".3")
	if err == nil {
		_, err = kv.Put(t.Context(), key+".4", e.Value())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 4); !errors.Is(err, seal.ErrForeign) {
		t.Errorf("a key is taken for another epoch: %v", err)
	}
}

func TestAHubThatWasWipedGetsItsKeysBack(t *testing.T) {
	w := newTeam(t, 2)
	first, second := made(t, w.ring(0, 0, 1), 1), made(t, w.ring(0, 0, 1), 2)
	ctx := context.Background()
	// Not deleted and made again: nats-server 2.15.2 may still remove the files then ("error creating store for stream").
	stream, err := w.js.Stream(ctx, "KV_"+layout.Keys)
	if err == nil {
		err = stream.Purge(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := w.ring(0, 0, 1).Restore(ctx); err != nil {
		t.Fatal(err)
	}
	for epoch, want := range map[uint64]seal.Key{1: first, 2: second} {
		if got, err := w.ring(1, 0, 1).Get(ctx, "r.1", epoch); err != nil || got != want {
			t.Errorf("epoch %d: %v", epoch, err)
		}
	}
	if made, err := w.ring(0, 0, 1).Made(); err != nil || made["r.1"] != 2 || len(made) != 1 {
		t.Errorf("it has made %v: %v", made, err)
	}
}

// removes has a machine make the key of an epoch, and remove the run.
func removes(t *testing.T, k *seal.Keyring, epoch uint64) {
	t.Helper()
	made(t, k, epoch)
	if err := k.Remove(t.Context(), "r.1"); err != nil {
		t.Fatal(err)
	}
}

func TestARemovedRunOpensForNobody(t *testing.T) {
	w := newTeam(t, 2)
	w.members[0].Roles = []member.Role{member.Node}
	made(t, w.ring(0, 0, 1), 1)
	if _, err := w.ring(1, 0, 1).Rewrap(t.Context(), w.peers(0, 1)); err != nil { // another machine has put it there last
		t.Fatal(err)
	}
	removes(t, w.ring(0, 0, 1), 2)
	removed := func() {
		t.Helper()
		for i := range 2 {
			for epoch := range uint64(2) {
				var gone *seal.RemovedError
				if _, err := w.ring(i, 0, 1).Get(t.Context(), "r.1", epoch+1); !errors.As(err, &gone) ||
					gone.By != w.members[0].Name {
					t.Errorf("machine %d, epoch %d: %v", i, epoch+1, err)
				}
			}
		}
	}
	removed()
	for i := range 2 {
		if err := w.ring(i, 0, 1).Restore(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := w.ring(i, 0, 1).Rewrap(t.Context(), w.peers(0, 1)); err != nil {
			t.Fatal(err)
		}
		if _, err := w.ring(i, 0, 1).Make(t.Context(), "r.1", 1); !errors.Is(err, seal.ErrTaken) {
			t.Errorf("machine %d makes the key anew: %v", i, err)
		}
	}
	removed()
}

func TestOnlyANodeOfTheUsersRemovesItsOwnRuns(t *testing.T) {
	w := newTeam(t, 4)
	node := []member.Role{member.Node}
	w.members[0].Roles, w.members[1].Roles, w.members[2].Roles = node, node, []member.Role{member.Viewer}
	key := made(t, w.ring(0, 0, 1), 1)
	if err := w.ring(1, 0, 1).Remove(t.Context(), "r.1"); err != nil { // it has not made the key
		t.Fatal(err)
	}
	if got, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 1); err != nil || got != key {
		t.Errorf("another machine has removed it: %v", err)
	}
	removes(t, w.ring(2, 0, 2), 2) // a viewer
	removes(t, w.ring(3, 3), 3)    // a stranger
	for epoch := uint64(2); epoch <= 3; epoch++ {
		if _, err := w.ring(1, 0, 1, 2).Get(t.Context(), "r.1", epoch); !errors.Is(err, seal.ErrForeign) {
			t.Errorf("epoch %d: the word of who may not remove is believed: %v", epoch, err)
		}
	}

	// The word for one epoch is put in the place of another, as somebody may who has messages injected.
	removes(t, w.ring(0, 0, 1), 4)
	kv, err := w.js.KeyValue(t.Context(), layout.Keys)
	if err != nil {
		t.Fatal(err)
	}
	at := "ann.=." + layout.Token("r.1")
	e, err := kv.Get(t.Context(), at+".4")
	if err == nil {
		_, err = kv.Put(t.Context(), at+".5", e.Value())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 5); !errors.Is(err, seal.ErrForeign) {
		t.Errorf("it is believed in another place: %v", err)
	}
}
