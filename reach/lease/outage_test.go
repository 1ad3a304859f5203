package lease_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"stead/reach/hubtest"
	"stead/reach/lease"
)

// The holder's network is cut: it is told before the hub lets another in.
func TestHolderIsToldBeforeAnotherMayTakeIt(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, isToldFirst)
}

func isToldFirst(t *testing.T) {
	hub := hubtest.Serve(t)
	proxy := hubtest.NewProxy(t, hub.Address())
	l := take(t, hub.ConnectAt(proxy.Address(), "laptop"), "laptop", 2*time.Second)
	ended := keep(t, l)
	proxy.Block()
	js := hub.Connect("laptop")
	for {
		_, err := lease.Take(limited(t), js, key, "builder", time.Hour)
		if err == nil {
			break
		}
		var held *lease.Held
		if !errors.As(err, &held) {
			t.Fatal(err)
		}
	}
	if len(ended) == 0 || l.Left() > 0 {
		t.Error("two count on it")
	}
	if lost := wait(t, ended); lost.Holder != "" || lost.Cause == nil {
		t.Errorf("it is %v", lost)
	}
	proxy.Open() // what was held back arrives, and must not count
	if err := l.Release(limited(t)); err != nil {
		t.Error(err)
	}
	if got := heldBy(t, js); got != "builder" {
		t.Errorf("%q holds it", got)
	}
}

func TestLeaseOutlivesTheHub(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, outlivesTheHub)
}

func outlivesTheHub(t *testing.T) {
	hub := hubtest.Serve(t)
	js := hub.Connect("laptop")
	l := take(t, js, "laptop", 15*time.Second) // a restart on a busy machine takes seconds
	ended := keep(t, l)
	hub.Restart()
	renewed(t, hub.Connect("laptop"), ended)
	if got := heldBy(t, js); got != "laptop" {
		t.Errorf("%q holds it", got)
	}
}

// The hub ends a lease whose time ran out while the hub was away, and a watch that began before sees it.
func TestLeaseEndsAcrossARestart(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, endsAcrossARestart)
}

func endsAcrossARestart(t *testing.T) {
	hub := hubtest.Serve(t)
	js := hub.Connect("laptop")
	b := watch(t, js)
	take(t, js, "laptop", time.Second)
	b.expect(t, "laptop")
	hub.Restart()
	b.expect(t, "")
	take(t, js, "builder", time.Second)
}

// The hub comes back as it was long ago. Its messages have smaller numbers then than those that holders and watches
// know.
func TestOldBackupOfTheHubIsSurvived(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, survivesAnOldBackup)
}

func survivesAnOldBackup(t *testing.T) {
	hub := hubtest.Serve(t)
	js := hub.Connect("laptop")
	l := take(t, js, "laptop", 30*time.Second)
	ended := keep(t, l)
	old := filepath.Join(t.TempDir(), "old")
	hub.Restart(hubtest.Backup(old))
	b := watch(t, js)
	b.expect(t, "laptop")
	for range 50 {
		gone, err := lease.Take(limited(t), js, "run.ann.8", "gone", time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		b.expect(t, "gone")
		if err := gone.Release(limited(t)); err != nil {
			t.Fatal(err)
		}
		b.expect(t, "")
	}
	if _, err := lease.Take(limited(t), js, "run.ann.8", "lost", time.Hour); err != nil {
		t.Fatal(err)
	}
	b.expect(t, "lost")
	hub.Restart(hubtest.Restore(old))
	b.expect(t, "") // the hub knows nothing of that lease
	if _, err := lease.Take(limited(t), js, "run.ann.9", "builder", time.Hour); err != nil {
		t.Fatal(err)
	}
	b.expect(t, "builder")
	renewed(t, hub.Connect("laptop"), ended)
}

// The hub loses everything: a holder who still counts on its lease puts it back.
func TestHolderPutsBackWhatTheHubHasLost(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, putsBackWhatIsLost)
}

func putsBackWhatIsLost(t *testing.T) {
	hub := hubtest.Serve(t)
	js, empty := hub.Connect("laptop"), filepath.Join(t.TempDir(), "empty")
	hub.Restart(hubtest.Backup(empty))
	ended := keep(t, take(t, hub.Connect("laptop"), "laptop", 15*time.Second))
	hub.Restart(hubtest.Restore(empty))
	watch(t, js).expect(t, "laptop")
	if len(ended) > 0 {
		t.Error(<-ended)
	}
}
