package replica_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"stead/reach/replica"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// TestClocksDoNotSayWhichRunsArePublished sets the clock by ten minutes while a machine offers its runs. A run that
// begins and ends then is published; one that had ended before is not, and neither is a copy that was fetched from
// another machine.
func TestClocksDoNotSayWhichRunsArePublished(t *testing.T) {
	t.Parallel()
	for name, off := range map[string]time.Duration{"behind": -10 * time.Minute, "ahead": 10 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			ms := team(t, h.url(), h.url())
			self, otherwise := runs.ProcessOf(os.Getpid()), time.Now().Add(off)
			ms[0].keeps(t, runs.Run{ID: "old", Status: runs.Completed, Started: otherwise, Supervisor: self})
			ms[0].keeps(t, runs.Run{ID: "at-work", Status: runs.Running, Started: time.Now(), Supervisor: self})
			ms[0].offers(t)
			until(t, "the hub has the run at work", ms[1].finds("at-work"))
			ms[0].keeps(t, runs.Run{ID: "fetched", Status: runs.Completed, Started: otherwise})
			for _, id := range []string{"brief", "brief-too"} { // when the second is there, all others would be
				ms[0].keeps(t, runs.Run{ID: id, Status: runs.Completed, Started: otherwise, Supervisor: self})
				until(t, "the hub has "+id, ms[1].finds(id))
			}
			for _, id := range []string{"old", "fetched"} {
				if err := ms[1].finds(id)(t.Context()); !errors.Is(err, replica.ErrNone) {
					t.Errorf("%s is at the hub: %v", id, err)
				}
			}
		})
	}
}

// keeps has a machine keep a run with its journal.
func (m *machine) keeps(t *testing.T, r runs.Run) {
	t.Helper()
	folder := runs.Open(m.folder)
	j, err := store.Create(folder.Journal(r.ID), timeline.Stream{
		Header:  timeline.Header{ID: "s", Version: timeline.Version, Source: timeline.Source{CLI: "claude"}},
		Entries: timeline.Of()})
	must(t, err)
	must(t, j.Close())
	must(t, folder.Save(r))
}

// offers has a machine publish its runs until the test is over.
func (m *machine) offers(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() {
		replica.Machine{Conn: m.conn, Keys: m.keys, Self: m.member, Folder: runs.Open(m.folder)}.Serve(ctx,
			func(err error) { t.Log(err) })
	})
	t.Cleanup(func() {
		end()
		serving.Wait()
	})
}

// finds returns what fails unless the hub has a run.
func (m *machine) finds(id string) func(context.Context) error {
	return replica.Source{Conn: m.conn, Keys: m.keys, Of: m.owner, Run: id}.Check
}
