package reach

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/remote"
)

// soon is how long a node may take to know what a hub has to say that has come back.
const soon = 5 * time.Second

// A node needs no restart of its own after the hub's: not after an ordinary one, and not after one that took the store or brought an old one back. It knows who
// joins later and who is revoked, and the hub gets the machine's keys again.
func TestNodeKnowsWhomAHubKnowsThatHasComeBack(t *testing.T) {
	for _, name := range []string{"restarted", "wiped", "restored"} {
		t.Run(name, func(t *testing.T) {
			s, backup := hubtest.Serve(t), filepath.Join(t.TempDir(), "backup")
			self := s.Machine("desk")
			s.Machine("laptop")
			home, _ := desk(t, self)
			kept := "run." + layout.Token("summaries-"+self.Key) + ".1"
			waitFor(t, "its key is at the hub", func() bool { return hasKey(t, s, kept) })
			s.Restart(hubtest.Backup(backup), hubtest.Restore(backup))
			for _, other := range []string{"one", "two", "three"} { // so that the machines that come later have lower numbers in a hub that has lost these
				s.Admit(other, member.Viewer)
			}
			waitFor(t, "the node sees them", func() bool { return knows(t, s, "laptop") })
			s.Restart(map[string]func(*hubtest.Server){
				"restarted": func(*hubtest.Server) {},
				"wiped":     func(s *hubtest.Server) { remove(t, filepath.Join(s.Folder(), "store")) },
				"restored":  hubtest.Restore(backup),
			}[name])
			s.Admit("tablet", member.Operator)
			waitFor(t, "it answers a machine that has joined since", func() bool { return knows(t, s, "tablet") })
			waitFor(t, "its key is at the hub again", func() bool { return hasKey(t, s, kept) })
			if err := s.Revoke("laptop"); err != nil {
				t.Fatal(err)
			}
			waitFor(t, "it has heard who is revoked", func() bool {
				heard, err := os.ReadFile(filepath.Join(home, ".local", "share", "stead", "reach", "revoked.json"))
				return err == nil && strings.Contains(string(heard), s.Machine("laptop").Key)
			})
		})
	}
}

// A key that somebody deletes at the hub comes back, though the connection stays.
func TestNodeBringsBackAKeyThatSomebodyDeletes(t *testing.T) {
	s := hubtest.Serve(t)
	self := s.Machine("desk")
	s.Machine("laptop")
	desk(t, self)
	kept := "run." + layout.Token("summaries-"+self.Key) + ".1"
	waitFor(t, "its key is at the hub", func() bool { return hasKey(t, s, kept) })
	waitFor(t, "the node serves", func() bool { return knows(t, s, "laptop") })
	for range 2 {
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

func remove(t *testing.T, folder string) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
}

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(soon); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v: not that %s", soon, what)
		}
	}
}
