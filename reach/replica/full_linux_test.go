package replica_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/reach/hubtest"
	"stead/reach/replica"
)

// TestAHubWhoseDiskWasFullGetsEverything fills the hub's disk while a journal grows. The publisher says what is wrong.
// When there is space again and the hub was killed and started anew, it gets what it lacks.
func TestAHubWhoseDiskWasFullGetsEverything(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, func(t *testing.T) {
		h := &hub{t: t, Folder: filepath.Join(t.TempDir(), "hub"), Port: hubtest.Free(t)}
		hubtest.SmallDisk(t, h.Folder)
		t.Cleanup(h.kill)
		h.start()
		ms := team(t, h.url(), h.url())
		j := ms[0].begin(t)
		said := make(chan error, 1)
		_, end := ms[0].publish(t, replica.Options{Failed: func(err error) {
			select {
			case said <- err:
			default: // it has said so before
			}
		}})
		follower := ms[1].reads()
		all := func(b []byte) bool { return int64(len(b)) == j.Size() }
		write(t, j, 20)
		follower.awaits(t, all)
		ballast := hubtest.Fill(t, h.Folder)
		write(t, j, 20)
		select {
		case err := <-said:
			if !strings.Contains(err.Error(), "the hub does not answer") {
				t.Errorf("it says %v", err)
			}
		case <-time.After(time.Minute):
			t.Fatal("the publisher says nothing")
		}
		must(t, os.Remove(ballast))
		h.kill()
		write(t, j, 20)
		h.start()
		write(t, j, 20)
		follower.awaits(t, all)
		must(t, end())
		ms[0].agree(t, follower)
	})
}
