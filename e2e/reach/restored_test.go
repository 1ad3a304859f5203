package reach_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/runtest"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/seal"
)

// soon is how long a node may take to know what a hub has to say that has come back.
const soon = 8 * time.Second

// TestNodeKnowsWhomAHubKnowsThatHasComeBack restarts the hub, takes its store away, and brings back an old one. The
// desk's node needs no restart of its own: it knows who joins later and who is revoked, and the hub gets its keys
// again.
func TestNodeKnowsWhomAHubKnowsThatHasComeBack(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(t *testing.T, store, old string){
		"restarted": func(*testing.T, string, string) {},
		"wiped":     func(t *testing.T, store, _ string) { replaces(t, store, "") },
		"restored":  func(t *testing.T, store, old string) { replaces(t, store, old) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hub := newPlace(t)
			starts := hub.startsAt(free(t))
			starts()
			store, old := filepath.Join(hub.folder, "store"), filepath.Join(t.TempDir(), "old")
			desk, laptop := hub.machine("desk"), hub.machine("laptop")
			desk.Place("claude", "text") // of which its node tells the others, with a key
			node, _ := hub.serve(desk, "desk")
			r, key := reads(t, laptop), keyOf(memberOf(t, desk))
			runtest.Eventually(t, "the hub has the desk's key", func() bool { return r.hasKey(key) })
			sees(t, laptop, "desk")
			hub.ends(syscall.SIGTERM)
			replaces(t, old, store)
			starts()
			// so that machines that come later have lower numbers in a hub that has lost these
			for _, other := range []string{"one", "two", "three"} {
				hub.machine(other)
			}
			sees(t, laptop, "desk")
			hub.ends(syscall.SIGTERM)
			fault(t, store, old)
			starts()
			back := time.Now()
			sees(t, hub.machine("tablet"), "desk")
			runtest.Eventually(t, "the hub has the desk's key", func() bool { return r.hasKey(key) })
			if took := time.Since(back); took > soon {
				t.Errorf("the node has heard of a new machine, and brought its key back, after %v", took)
			}
			revoked := time.Now()
			runtest.Exits(t, hub.owner.Stead("hub", "revoke", "laptop", "--folder", hub.folder), 0)
			runtest.Eventually(t, "the node has heard who is revoked", func() bool {
				kept, err := os.ReadFile(filepath.Join(dataOf(desk), "reach", "revoked.json"))
				return err == nil && strings.Contains(string(kept), memberOf(t, laptop).Key)
			})
			if took := time.Since(revoked); took > soon {
				t.Errorf("the node has heard who is revoked after %v", took)
			}
			if err := node.Signal(0); err != nil {
				t.Error("its node has ended meanwhile")
			}
		})
	}
}

// replaces has a folder be a copy of another one, or be none.
func replaces(t *testing.T, folder, by string) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if by == "" {
		return
	}
	if err := os.CopyFS(folder, os.DirFS(by)); err != nil {
		t.Fatal(err)
	}
}

func dataOf(g *harness.Environment) string { return filepath.Dir(runtest.RunsFolder(g)) }

func memberOf(t *testing.T, g *harness.Environment) member.Member {
	t.Helper()
	m, err := member.Load(dataOf(g))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// keyOf is where the key of a machine's rows lies at the hub.
func keyOf(m member.Member) string {
	return layout.KeyOf(m.User, m.Key, layout.Token(seal.SummariesName(m.Key))+".1")
}

// hasKey reports whether a key lies at the hub.
func (r *reader) hasKey(key string) bool {
	bucket, err := r.js.KeyValue(r.t.Context(), layout.Keys)
	if err != nil {
		return false
	}
	_, err = bucket.Get(r.t.Context(), key)
	return err == nil
}
