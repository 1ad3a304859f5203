package reach

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/remote"
	"stead/reach/seal"
)

// soon is how long a node may take to bring back what the hub has lost.
const soon = 5 * time.Second

// A key that somebody deletes at the hub comes back, though the connection stays, also when the hub was restarted
// before.
func TestNodeBringsBackAKeyThatSomebodyDeletes(t *testing.T) {
	s := hubtest.Serve(t)
	self := s.Machine("desk")
	s.Machine("laptop")
	desk(t, self)
	kept := layout.KeyOf(self.User, self.Key, layout.Token(seal.SummariesName(self.Key))+".1")
	waitFor(t, "its key is at the hub", func() bool { return hasKey(t, s, kept) })
	waitFor(t, "the node serves", func() bool { return knows(t, s, "laptop") })
	for range 2 {
		s.Restart()
		waitFor(t, "the node serves again", func() bool { return knows(t, s, "laptop") })
		if err := keysOf(t, s).Delete(t.Context(), kept); err != nil {
			t.Fatal(err)
		}
		waitFor(t, "its key is at the hub again", func() bool { return hasKey(t, s, kept) })
	}
}

// knows reports whether the desk answers a machine.
func knows(t *testing.T, s *hubtest.Server, name string) bool {
	t.Helper()
	h, err := remote.Connect(t.Context(), s.Machine(name))
	if err != nil {
		return false
	}
	defer h.Close()
	to, found := h.Named("desk")
	return found && h.Answers(t.Context(), to)
}

func keysOf(t *testing.T, s *hubtest.Server) jetstream.KeyValue {
	t.Helper()
	bucket, err := s.JetStream().KeyValue(t.Context(), layout.Keys)
	if err != nil {
		t.Fatal(err)
	}
	return bucket
}

func hasKey(t *testing.T, s *hubtest.Server, key string) bool {
	t.Helper()
	_, err := keysOf(t, s).Get(t.Context(), key)
	return err == nil
}

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(soon); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v: not that %s", soon, what)
		}
	}
}
