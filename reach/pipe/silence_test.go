package pipe

import (
	"errors"
	"testing"
	"time"
)

func TestSilentMachineBreaksTheConnection(t *testing.T) {
	t.Parallel()
	w := &wire{lastIn: time.Now().Add(-silence), done: make(chan struct{}), readBy: newDeadline()}
	w.watchdog = time.AfterFunc(time.Hour, w.watch)
	defer w.watchdog.Stop()
	w.watch()
	if _, err := w.Read(make([]byte, 1)); !errors.Is(err, ErrSilent) {
		t.Errorf("the read ends with %v", err)
	}
}

func TestMachineThatIsThereKeepsTheConnection(t *testing.T) {
	t.Parallel()
	w := &wire{lastIn: time.Now().Add(-beat), done: make(chan struct{})}
	w.watchdog = time.AfterFunc(time.Hour, w.watch)
	w.watch()
	if w.err != nil {
		t.Error(w.err)
	}
	if !w.watchdog.Stop() {
		t.Error("nobody watches any more")
	}
}
