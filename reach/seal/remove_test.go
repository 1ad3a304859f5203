package seal_test

import (
	"errors"
	"os"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/member"
	"stead/reach/seal"
)

// newNodes is a team whose machines have runs.
func newNodes(t *testing.T, count int) *team {
	t.Helper()
	w := newTeam(t, count)
	for i := range w.members {
		w.members[i].Roles = []member.Role{member.Node}
	}
	return w
}

func isRemoved(t *testing.T, k *seal.Keyring, epoch uint64) bool {
	t.Helper()
	got, err := k.Get(t.Context(), "r.1", epoch)
	var gone *seal.RemovedError
	return errors.As(err, &gone) && gone.Run == "r.1" && got == (seal.Key{})
}

func TestRemovingARunLeavesTheOthers(t *testing.T) {
	w := newNodes(t, 2)
	k := w.ring(0, 0, 1)
	want, err := k.Make(t.Context(), "r.2", 1)
	if err != nil {
		t.Fatal(err)
	}
	removes(t, k, 1)
	if !isRemoved(t, k, 1) || !isRemoved(t, w.ring(1, 0, 1), 1) {
		t.Error("the removed run opens")
	}
	for i := range 2 {
		if got, err := w.ring(i, 0, 1).Get(t.Context(), "r.2", 1); err != nil || got != want {
			t.Errorf("machine %d does not open the other run: %v", i, err)
		}
	}
	if made, err := k.Made(); err != nil || len(made) != 1 || made["r.2"] != 1 {
		t.Errorf("the machine has kept %v: %v", made, err)
	}
}

func TestARunIsRemovedThoughAnotherMachineWrapsItsKeyMeanwhile(t *testing.T) {
	w := newNodes(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	meanwhile := once("update", func() error { return rewraps(t.Context(), w.ring(1, 0, 1)) })
	if err := w.troubledRing(0, meanwhile, nil, 0, 1).Remove(t.Context(), "r.1"); err != nil {
		t.Fatal(err)
	}
	if !isRemoved(t, w.ring(1, 0, 1), 1) {
		t.Error("it opens")
	}
}

func TestARunIsRemovedThoughItsKeyComesBackMeanwhile(t *testing.T) {
	w := newNodes(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	w.lose(t, key("1"))
	meanwhile := once("create", func() error { return w.ring(0, 0, 1).Restore(t.Context()) })
	if err := w.troubledRing(0, meanwhile, nil, 0, 1).Remove(t.Context(), "r.1"); err != nil {
		t.Fatal(err)
	}
	if !isRemoved(t, w.ring(1, 0, 1), 1) {
		t.Error("it opens")
	}
}

// Servers with copies of each other have another word for a key that has changed.
func TestARunIsRemovedFromACluster(t *testing.T) {
	w := newNodes(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	changed := once("update", func() error { return jetstream.ErrKeyRevisionMismatch })
	if err := w.troubledRing(0, changed, nil, 0, 1).Remove(t.Context(), "r.1"); err != nil {
		t.Fatal(err)
	}
	if !isRemoved(t, w.ring(1, 0, 1), 1) {
		t.Error("it opens")
	}
}

func TestAKeyThatSomebodyElseHasForgottenIsRemoved(t *testing.T) {
	w := newNodes(t, 1)
	made(t, w.ring(0, 0), 1)
	meanwhile := once("update", func() error { return os.Remove(w.files(t, 0)[0]) })
	if err := w.troubledRing(0, meanwhile, nil, 0).Remove(t.Context(), "r.1"); err != nil {
		t.Error(err)
	}
}

// What could not be removed must not count as removed: its key stays, so that it is tried again.
func TestRemovingEndsThoughTheHubNeverAgrees(t *testing.T) {
	w := newNodes(t, 1)
	made(t, w.ring(0, 0), 1)
	if err := w.troubledRing(0, fails("update", jetstream.ErrKeyRevisionMismatch), nil, 0).Remove(t.Context(),
		"r.1"); !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		t.Errorf("it counts as removed: %v", err)
	}
	if made, err := w.ring(0, 0).Made(); err != nil || made["r.1"] != 1 {
		t.Errorf("it cannot be tried again: %v, %v", made, err)
	}
}

func TestAKeyThatCannotBeReadIsDestroyed(t *testing.T) {
	w := newNodes(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	w.lay(t, key("1"), []byte("damaged, or signed by a machine that was revoked"))
	if err := w.ring(0, 0, 1).Remove(t.Context(), "r.1"); err != nil {
		t.Fatal(err)
	}
	if !isRemoved(t, w.ring(1, 0, 1), 1) {
		t.Error("it is still there")
	}
}

func TestAKeyWhoseCopyHereIsDamagedIsDestroyed(t *testing.T) {
	w := newNodes(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	if err := os.WriteFile(w.files(t, 0)[0], []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := w.ring(0, 0, 1).Remove(t.Context(), "r.1"); err != nil {
		t.Fatal(err)
	}
	if !isRemoved(t, w.ring(1, 0, 1), 1) {
		t.Error("it is still there")
	}
}

func TestTheKeyOfAnotherMachineThatTookThePlaceStays(t *testing.T) {
	w := newNodes(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	w.lose(t, key("1"))
	theirs := made(t, w.ring(1, 0, 1), 1)
	if err := makes(t.Context(), w.ring(0, 0, 1)); !errors.Is(err, seal.ErrTaken) {
		t.Errorf("contents are sealed with a key that nobody knows: %v", err)
	}
	for range 2 { // it may be repeated
		if err := w.ring(0, 0, 1).Remove(t.Context(), "r.1"); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2 {
		if got, err := w.ring(i, 0, 1).Get(t.Context(), "r.1", 1); err != nil || got != theirs {
			t.Errorf("machine %d does not open what the other machine seals: %v", i, err)
		}
	}
}
