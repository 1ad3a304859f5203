package replica_test

import (
	"bytes"
	"os"
	"strconv"
	"testing"

	"stead/reach/hubtest"
	"stead/reach/replica"
	"stead/timeline/store"
)

// reopened writes on in a journal that nobody has open.
func (m *machine) reopened(t testing.TB, count int) {
	t.Helper()
	j, _, err := store.Reopen(m.journal())
	must(t, err)
	write(t, j, count)
	must(t, j.Close())
}

func TestAFollowerForgetsWhatBothHubAndOwnerHaveLost(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, func(t *testing.T) {
		h := newHub(t)
		ms := team(t, h.url(), h.url())
		must(t, ms[0].begin(t).Close())
		for range 20 { // as many messages
			ms[0].reopened(t, 1)
			ms[0].sync(t, 1)
		}
		follower := ms[1].follow(t, 0)
		before := content(t, ms[0].journal())
		follower.awaits(t, func(b []byte) bool { return bytes.Equal(b, before) })
		h.kill()
		cutNewestBlock(t, h.Folder, 8000)
		must(t, os.Truncate(ms[0].journal(), int64(len(before)-12_000)))
		h.start()
		ms[0].sync(t, 1)
		ms[0].reopened(t, 3) // shorter than before
		ms[0].sync(t, 1)
		ms[0].agree(t, follower)
		ms[0].reopened(t, 40)
		ms[0].sync(t, 1)
		ms[0].agree(t, follower)
	})
}

func TestWhatANewerOwnerWroteStaysWhenARunComesBack(t *testing.T) {
	t.Parallel()
	for _, count := range []int{0, 1, 5} {
		t.Run(strconv.Itoa(count), func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			ms := team(t, h.url(), h.url())
			must(t, ms[0].begin(t).Close())
			ms[0].reopened(t, 5)
			ms[0].sync(t, 1)
			follower := ms[1].follow(t, 0)
			ms[1].sync(t, 2)
			ms[0].reopened(t, 3) // it does not know yet
			older := content(t, ms[0].journal())
			ms[1].reopened(t, count)
			ms[1].sync(t, 2)

			var kept []string
			ms[0].syncWith(t, 3, replica.Options{Branched: func(path string) { kept = append(kept, path) }})
			got := content(t, ms[0].journal())
			switch {
			case count == 0 && (!bytes.Equal(got, older) || len(kept) > 0):
				t.Errorf("nobody wrote another line, and yet %v is kept", kept)
			case count > 0 && !bytes.Equal(got, content(t, ms[1].journal())):
				t.Error("the newer owner's line is not the run's")
			case count > 0 && (len(kept) != 1 || !bytes.Equal(content(t, kept[0]), older)):
				t.Errorf("the older owner's line is lost: %v", kept)
			}
			ms[0].agree(t, follower)
		})
	}
}

// TestAFollowerForgetsWhatAnOlderOwnerHasAlone has the hub be wiped, and a machine go on that never had what the owner before has written. Nothing more is written: the
// follower sees by the epoch alone that the rest does not come again.
func TestAFollowerForgetsWhatAnOlderOwnerHasAlone(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	must(t, ms[0].begin(t).Close())
	ms[0].sync(t, 1)
	follower := ms[1].follow(t, 0)
	follower.awaits(t, func(b []byte) bool { return bytes.Equal(b, content(t, ms[0].journal())) })
	ms[1].sync(t, 2)
	ms[1].reopened(t, 5)
	ms[1].sync(t, 2)
	follower.awaits(t, func(b []byte) bool { return bytes.Equal(b, content(t, ms[1].journal())) })
	h.kill()
	must(t, os.RemoveAll(h.Folder))
	h.start()
	ms[0].sync(t, 3)
	ms[0].agree(t, follower)
}
