package seal_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/member"
	"stead/reach/seal"
)

func TestAMachineThatJoinsReadsAlsoWhatAnotherWrapsMeanwhile(t *testing.T) {
	w := newTeam(t, 3)
	want := made(t, w.ring(0, 0, 1), 1)
	meanwhile := once("update", func() error { // by a machine that does not know the third one yet
		_, err := w.ring(0, 0, 1).Rewrap(t.Context(), w.peers(0, 1))
		return err
	})
	if n, err := w.troubledRing(1, meanwhile, nil, 0, 1, 2).Rewrap(t.Context(), w.peers(0, 1, 2)); err != nil || n != 1 {
		t.Fatalf("%d keys were wrapped: %v", n, err)
	}
	if got, err := w.ring(2, 0, 1, 2).Get(t.Context(), "r.1", 1); err != nil || got != want {
		t.Errorf("it does not read it: %v", err)
	}
}

func TestWrappingEndsThoughTheHubNeverAgrees(t *testing.T) {
	w := newTeam(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	if err := rewraps(t.Context(), w.troubledRing(0, fails("update", jetstream.ErrKeyRevisionMismatch), nil, 0,
		1)); !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		t.Errorf("a key was not wrapped, and nobody learns of it: %v", err)
	}
}

func TestOnlyWhatIsOnesOwnIsWrapped(t *testing.T) {
	w := newTeam(t, 3)
	made(t, w.ring(0, 0, 1), 1)
	made(t, w.ring(2, 2), 2) // a stranger's
	made(t, w.ring(0, 0), 3) // not for machine 1
	made(t, w.ring(0, 0, 1), 4)
	w.lay(t, key("5"), []byte("damaged"))
	w.lay(t, "ann.r", []byte("no key's place"))
	w.lay(t, "mail.r.1", []byte("no key's place"))
	w.lay(t, strings.TrimPrefix(key("1"), "ann.=."), []byte("no key's place")) // though it ends like one
	if _, err := w.ring(0, 0, 1).Make(t.Context(), "r", 0); err != nil {
		t.Fatal(err)
	}
	stranger, damaged := string(w.lying(t, key("2"))), string(w.lying(t, key("5")))
	read := 0
	if n, err := w.troubledRing(1, calls("get", &read), nil, 0, 1).Rewrap(t.Context(), w.peers(0, 1)); err != nil ||
		n != 3 || read != 6 {
		t.Errorf("of %d keys that were read %d were wrapped: %v", read, n, err)
	}
	if string(w.lying(t, key("2"))) != stranger || string(w.lying(t, key("5"))) != damaged {
		t.Error("what it cannot open was overwritten")
	}
}

func TestAKeyThatIsRemovedMeanwhileIsNotWrapped(t *testing.T) {
	w := newTeam(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	meanwhile := once("get", func() error { return w.bucket(t).Purge(t.Context(), key("1")) })
	if n, err := w.troubledRing(1, meanwhile, nil, 0, 1).Rewrap(t.Context(), w.peers(0, 1)); err != nil || n != 0 {
		t.Errorf("%d keys were wrapped: %v", n, err)
	}
}

// A hub that is wiped later must get the keys back as they were wrapped last, for all machines, from their makers.
func TestTheMakerKeepsItsKeysAsTheyWereWrappedLast(t *testing.T) {
	w := newTeam(t, 3)
	want := made(t, w.ring(0, 0, 1), 1)
	for i := range 2 {
		if n, err := w.ring(i, 0, 1, 2).Rewrap(t.Context(), w.peers(0, 1, 2)); err != nil || n != 1 {
			t.Fatalf("machine %d wraps %d keys: %v", i, n, err)
		}
	}
	if mine, err := w.ring(1, 0, 1).Made(); err != nil || len(mine) != 0 {
		t.Errorf("who wraps a key has made %v: %v", mine, err)
	}
	w.lose(t, key("1"))
	if err := w.ring(0, 0, 1, 2).Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := w.ring(2, 0, 1, 2).Get(t.Context(), "r.1", 1); err != nil || got != want {
		t.Errorf("the third machine has lost it: %v", err)
	}
}

func TestWrappingThatIsInterruptedIsNotDone(t *testing.T) {
	w := newTeam(t, 1)
	made(t, w.ring(0, 0), 1)
	ctx, cancel := context.WithCancel(t.Context())
	after := once("list", func() error { cancel(); return nil })
	k := seal.NewKeyring(troubled{w.js, nil, after}, w.members[0], func() []member.Peer { return w.peers(0) },
		w.folders[0])
	if _, err := k.Rewrap(ctx, w.peers(0)); !errors.Is(err, context.Canceled) {
		t.Errorf("it is done: %v", err)
	}
}
