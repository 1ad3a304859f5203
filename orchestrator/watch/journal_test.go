package watch_test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/orchestrator/watch"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// running is a run that this test works on.
type running struct {
	t       *testing.T
	folder  runs.Folder
	record  runs.Run
	journal *store.Journal
}

// begin makes a run with a history of one prompt and a sub-agent.
func begin(t *testing.T, folder runs.Folder) *running {
	t.Helper()
	id, err := folder.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	r := &running{t: t, folder: folder, record: runs.Run{
		ID: id, Status: runs.Running, From: runs.Session{CLI: "claude", ID: "a"}, To: runs.Session{CLI: "codex", ID: "b"}, Supervisor: runs.Self(),
	}}
	r.save()
	r.journal, err = store.Create(folder.Journal(id), timeline.Stream{
		Header: timeline.Header{ID: "a"}, Entries: timeline.Of(&timeline.Entry{ID: "history", Type: timeline.User}),
		Children: []timeline.Stream{{Header: timeline.Header{ID: "child"}, Entries: timeline.Of(entry("in a child", "b"))}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.journal.Close() })
	return r
}

func entry(id, session string) *timeline.Entry {
	return &timeline.Entry{ID: id, Type: timeline.Assistant, Native: &timeline.Record{CLI: "codex", Session: session, Line: 3}}
}

func (r *running) save() {
	r.t.Helper()
	if err := r.folder.Save(r.record); err != nil {
		r.t.Fatal(err)
	}
}

func (r *running) append(entries ...*timeline.Entry) {
	r.t.Helper()
	if err := r.journal.Append(entries...); err != nil {
		r.t.Fatal(err)
	}
}

// follow follows the journal in the background.
func (r *running) follow(ctx context.Context, history bool) (seen chan string, ended chan error) {
	seen, ended = make(chan string, 100), make(chan error, 1)
	go func() {
		ended <- watch.Journal(ctx, r.folder, r.record, history, true, func(e *timeline.Entry) error {
			seen <- e.ID
			return nil
		})
	}()
	return seen, ended
}

func await[T comparable](t *testing.T, from chan T, want ...T) {
	t.Helper()
	for _, w := range want {
		select {
		case got := <-from:
			if got != w {
				t.Fatalf("got %v, want %v", got, w)
			}
		case <-time.After(patience):
			t.Fatalf("%v did not come", w)
		}
	}
}

func TestJournalIsFollowedToTheEndOfItsRun(t *testing.T) {
	r := begin(t, runs.Open(t.TempDir()))
	r.append(entry("1", "b"))
	seen, ended := r.follow(t.Context(), false)
	await(t, seen, "1")
	r.append(entry("2", "b"), entry("3", "b"))
	await(t, seen, "2", "3")
	r.record.Hops, r.record.To.ID = []runs.Hop{{To: r.record.To}}, "c"
	r.save()
	r.append(entry("4", "c"))
	r.record.Status = runs.Completed
	r.save()
	await(t, seen, "4")
	await(t, ended, nil)
}

func TestFollowingEndsWhenSteadIsKilled(t *testing.T) {
	r := begin(t, runs.Open(t.TempDir()))
	supervisor := exec.Command("sleep", "1000")
	if err := supervisor.Start(); err != nil {
		t.Fatal(err)
	}
	r.record.Supervisor = runs.ProcessOf(supervisor.Process.Pid)
	r.save()
	seen, ended := r.follow(t.Context(), true)
	await(t, seen, "history")
	_ = supervisor.Process.Kill()
	_ = supervisor.Wait()
	await(t, ended, nil)
}

func TestJournalOfAnEndedRunIsReadOnce(t *testing.T) {
	r := begin(t, runs.Open(t.TempDir()))
	r.append(entry("1", "b"), entry("of another session", "x"))
	file, err := os.OpenFile(r.folder.Journal(r.record.ID), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(`{"id":"cut`); err != nil {
		t.Fatal(err)
	}
	var got []string
	err = watch.Journal(t.Context(), r.folder, r.record, false, false, func(e *timeline.Entry) error {
		got = append(got, e.ID)
		return nil
	})
	if err != nil || !slices.Equal(got, []string{"1"}) {
		t.Errorf("got %v, %v", got, err)
	}
}
