package replica_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"stead/reach/hubtest"
	"stead/reach/member"
	"stead/reach/replica"
	"stead/timeline/store"
)

// hubFaults are what happens to a hub between its end by kill -9 and its next start.
var hubFaults = map[string]func(t *testing.T, h *hub, old string){
	"killed":   func(*testing.T, *hub, string) {},
	"tail cut": func(t *testing.T, h *hub, _ string) { cutNewestBlock(t, h.Folder, 1+rand.Int64N(60_000)) },
	"wiped":    func(t *testing.T, h *hub, _ string) { must(t, os.RemoveAll(h.Folder)) },
	"restored": func(t *testing.T, h *hub, old string) {
		must(t, os.RemoveAll(h.Folder))
		must(t, os.CopyFS(h.Folder, os.DirFS(old)))
	},
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// cutNewestBlock does what a power cut does to what was not synced.
func cutNewestBlock(t *testing.T, folder string, most int64) {
	t.Helper()
	blocks, err := filepath.Glob(filepath.Join(folder, "jetstream", "*", "streams", "STEAD_RUNS", "msgs", "*.blk"))
	must(t, err)
	if len(blocks) == 0 {
		t.Fatal("the stream has no block")
	}
	number := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(path[:len(path)-len(".blk")]))
		return n
	}
	newest := slices.MaxFunc(blocks, func(a, b string) int { return number(a) - number(b) })
	info, err := os.Stat(newest)
	must(t, err)
	must(t, os.Truncate(newest, max(0, info.Size()-most)))
}

func TestTheHubMendsWhatItLoses(t *testing.T) {
	t.Parallel()
	for name, fault := range hubFaults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hubtest.Every(t, func(t *testing.T) { mends(t, fault) })
		})
	}
}

func mends(t *testing.T, fault func(*testing.T, *hub, string)) {
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	_, end := ms[0].publish(t, replica.Options{Alive: func() bool { return true }})
	follower := ms[1].reads()
	write(t, j, 40)
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
	h.kill()
	old := t.TempDir()
	must(t, os.CopyFS(old, os.DirFS(h.Folder)))
	h.start()
	write(t, j, 40)
	follower.awaits(t, func(b []byte) bool { return len(b) > 60*1500 })
	h.kill()
	fault(t, h, old)
	write(t, j, 20)
	h.start()
	write(t, j, 20)
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
	must(t, end())
	ms[0].sync(t)
	ms[0].agree(t, follower)
	if j.Size() != int64(len(content(t, ms[0].journal()))) {
		t.Error("somebody else has written to a journal that is open")
	}
}

func TestAnOwnerThatIsKilledGoesOn(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, func(t *testing.T) {
		h := newHub(t)
		ms := team(t, h.url(), h.url())
		peers := []member.Peer{ms[0].member.Peer, ms[1].member.Peer}
		must(t, ms[0].begin(t).Close())
		follower := ms[1].reads()
		for range 3 {
			child, lines := ms[0].own(t, h.url(), peers)
			for range 20 + rand.IntN(40) {
				if !lines.Scan() {
					t.Fatal("the owner has ended")
				}
			}
			must(t, child.Process.Kill())
			_ = child.Wait()
		}
		ms[0].sync(t)
		ms[0].agree(t, follower)
	})
}

// TestAnEntryOfWhichAPartIsLostIsLeft has the hub lose the last part of an entry that is larger than a message, and its
// machine all of the journal.
func TestAnEntryOfWhichAPartIsLostIsLeft(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	write(t, j, 10)
	before := j.Size()
	must(t, j.Append(entry(300_000)))
	must(t, j.Close())
	ms[0].sync(t)
	h.kill()
	cutNewestBlock(t, h.Folder, 1)
	h.start()
	follower := ms[1].reads()
	follower.awaits(t, func(b []byte) bool { return len(b) > 200_000 })
	must(t, os.Remove(ms[0].journal()))
	_, end := ms[0].publish(t, replica.Options{})
	if got := int64(len(content(t, ms[0].journal()))); got != before {
		t.Errorf("the journal that goes on has %d bytes, want %d", got, before)
	}
	j, _, err := store.Reopen(ms[0].journal())
	must(t, err)
	defer j.Close()
	write(t, j, 200)
	must(t, end())
	ms[0].agree(t, follower)
}

func TestAJournalGetsItsTailBack(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, getsItsTailBack)
}

func getsItsTailBack(t *testing.T) {
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	write(t, j, 400) // several messages
	must(t, j.Close())
	ms[0].sync(t)
	want := content(t, ms[0].journal())
	for _, lost := range []int64{1, 1000, 5000, 300_000, rand.Int64N(int64(len(want))), int64(len(want)) - 50,
		int64(len(want))} {
		must(t, os.Truncate(ms[0].journal(), int64(len(want))-lost))
		if lost == int64(len(want)) {
			must(t, os.Remove(ms[0].journal()))
		}
		ms[0].sync(t)
		if string(content(t, ms[0].journal())) != string(want) {
			t.Fatalf("%d bytes did not come back", lost)
		}
		ms[0].agree(t)
	}
}

func TestTwoLinesAreBothKept(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	write(t, j, 40)
	kept := j.Size()
	write(t, j, 40)
	must(t, j.Close())
	ms[0].sync(t)
	follower := ms[1].reads()
	hubs := content(t, ms[0].journal())
	follower.awaits(t, func(b []byte) bool { return len(b) == len(hubs) })

	must(t, os.Truncate(ms[0].journal(), kept))
	j, _, err := store.Reopen(ms[0].journal())
	must(t, err)
	write(t, j, 70)
	must(t, j.Close())
	ours := content(t, ms[0].journal())
	var branch string
	p := replica.New(ms[0].options(replica.Options{Branched: func(path string) { branch = path }}))
	until(t, "sync", func(ctx context.Context) error { return errors.Join(p.Begin(ctx), p.Sync(ctx)) })
	if string(content(t, branch)) != string(hubs) {
		t.Error("the hub's line is lost")
	}
	if string(content(t, ms[0].journal())) != string(ours) {
		t.Error("the journal's line is lost")
	}
	ms[0].agree(t, follower)
}
