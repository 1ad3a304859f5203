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

// TestClocksDoNotSayWhichRunsArePublished sets the clock by ten minutes while a machine offers its runs. A run that begins and ends then is published; one that had
// ended before is not, and neither is a copy that was fetched from another machine.
func TestClocksDoNotSayWhichRunsArePublished(t *testing.T) {
	for name, off := range map[string]time.Duration{"behind": -10 * time.Minute, "ahead": 10 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			ms := team(t, h.url(), h.url())
			folder := runs.Open(ms[0].folder)
			has := func(id string, r runs.Run) {
				t.Helper()
				j, err := store.Create(folder.Journal(id), timeline.Stream{Header: timeline.Header{ID: "s", Version: timeline.Version, Source: timeline.Source{CLI: "claude"}}, Entries: timeline.Of()})
				must(t, err)
				must(t, j.Close())
				r.ID = id
				must(t, folder.Save(r))
			}
			check := func(ctx context.Context, run string) error {
				return replica.Source{Conn: ms[1].conn, Keys: ms[1].keys, User: "ann", Run: run}.Check(ctx)
			}
			awaits := func(run string) {
				t.Helper()
				until(t, "the hub has "+run, func(ctx context.Context) error { return check(ctx, run) })
			}
			self, otherwise := runs.ProcessOf(os.Getpid()), time.Now().Add(off)
			has("old", runs.Run{Status: runs.Completed, Started: otherwise, Supervisor: self})
			has("at-work", runs.Run{Status: runs.Running, Started: time.Now(), Supervisor: self})
			ctx, end := context.WithCancel(t.Context())
			var serving sync.WaitGroup
			serving.Go(func() {
				replica.Machine{Conn: ms[0].conn, Keys: ms[0].keys, User: "ann", Folder: folder}.Serve(ctx, func(err error) { t.Log(err) })
			})
			t.Cleanup(func() {
				end()
				serving.Wait()
			})
			awaits("at-work")
			has("fetched", runs.Run{Status: runs.Completed, Started: otherwise})
			for _, run := range []string{"brief", "brief-too"} { // when the second is there, all others would be
				has(run, runs.Run{Status: runs.Completed, Started: otherwise, Supervisor: self})
				awaits(run)
			}
			for _, run := range []string{"old", "fetched"} {
				if err := check(t.Context(), run); !errors.Is(err, replica.ErrNone) {
					t.Errorf("%s is at the hub: %v", run, err)
				}
			}
		})
	}
}
