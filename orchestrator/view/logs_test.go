package view_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/internal/adapt/jsonl"
	"stead/orchestrator/view"
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
	// live and view are another process's.
	live *store.Store
	view *view.View
}

// begin makes a run with a history of one prompt and a sub-agent.
func begin(t *testing.T, folder runs.Folder) *running {
	t.Helper()
	id, err := folder.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	r := &running{t: t, folder: folder, live: store.New(time.Now), record: runs.Run{
		ID: id, Status: runs.Running, From: runs.Session{CLI: "claude", ID: "a"}, To: runs.Session{CLI: "codex", ID: "b"},
		Supervisor: runs.Self(),
	}}
	r.view = view.New(r.live, folder)
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
	return &timeline.Entry{ID: id, Type: timeline.Assistant,
		Native: &timeline.Record{CLI: "codex", Session: session, Line: 3}}
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
		ended <- r.view.Logs(ctx, r.record, view.Options{History: history, Follow: true}, func(e *timeline.Entry) error {
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
	err = r.view.Logs(t.Context(), r.record, view.Options{}, func(e *timeline.Entry) error {
		got = append(got, e.ID)
		return nil
	})
	if err != nil || !slices.Equal(got, []string{"1"}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestSeveralFollowersSeeTheSame follows a run by several readers of one view, one of which is slow.
func TestSeveralFollowersSeeTheSame(t *testing.T) {
	const entries = 2500 // more than the view holds
	r := begin(t, runs.Open(t.TempDir()))
	record, release := r.record, make(chan struct{})
	var readers sync.WaitGroup
	results, most := make([][]string, 3), 0
	for i := range results {
		readers.Go(func() {
			err := r.view.Logs(t.Context(), record, view.Options{Follow: true}, func(e *timeline.Entry) error {
				if len(results[i]) == 1 && i == 0 {
					<-release
				}
				if results[i] = append(results[i], e.ID); i == 2 {
					most = max(most, heldOf(r))
				}
				return nil
			})
			if err != nil {
				t.Errorf("reader %d: %v", i, err)
			}
		})
	}
	var want []string
	for n := range entries {
		want = append(want, fmt.Sprint(n))
		r.append(entry(fmt.Sprint(n), "b"))
	}
	close(release)
	r.record.Status = runs.Completed
	r.save()
	readers.Wait()
	for i, got := range results {
		if !slices.Equal(got, want) {
			t.Errorf("reader %d has seen %d entries, want %d", i, len(got), entries)
		}
	}
	if most == 0 || most > 2000 || heldOf(r) != 0 {
		t.Errorf("the view has held %d entries, and in the end %d", most, heldOf(r))
	}
}

// heldOf counts the entries of a run that the view holds.
func heldOf(r *running) (held int) {
	for range r.live.Snapshot().Entries(nil, r.record.ID, 0) {
		held++
	}
	return held
}

func TestFollowingEndsWhenTheRunIsRemoved(t *testing.T) {
	r := begin(t, runs.Open(t.TempDir()))
	r.append(entry("1", "b"))
	seen, ended := r.follow(t.Context(), false)
	await(t, seen, "1")
	if err := r.folder.Remove(r.record.ID); err != nil {
		t.Fatal(err)
	}
	await(t, ended, nil)
}

func TestJournalThatIsCutOrReplacedIsAnError(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"cut": func(path string) error { return os.Truncate(path, 10) },
		"replaced": func(path string) error {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return errors.Join(os.WriteFile(path+".new", append(content, content...), 0o600), os.Rename(path+".new", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := begin(t, runs.Open(t.TempDir()))
			r.append(entry("1", "b"))
			seen, ended := r.follow(t.Context(), false)
			await(t, seen, "1")
			until(t, func() bool { _, ok := r.live.Snapshot().Session(nil, r.record.ID); return ok })
			if err := spoil(r.folder.Journal(r.record.ID)); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-ended:
				if !errors.Is(err, jsonl.ErrShrunk) {
					t.Errorf("it ended with %v", err)
				}
			case <-time.After(patience):
				t.Error("nobody noticed")
			}
		})
	}
}

func TestInterruptedFollowingLeavesNothingBehind(t *testing.T) {
	r := begin(t, runs.Open(t.TempDir()))
	r.append(entry("1", "b"))
	ctx, cancel := context.WithCancel(t.Context())
	seen, ended := r.follow(ctx, false)
	await(t, seen, "1")
	cancel()
	await(t, ended, context.Canceled)
}

// TestViewKnowsTheRun asks the view for what it holds beside the entries.
func TestViewKnowsTheRun(t *testing.T) {
	r := begin(t, runs.Open(t.TempDir()))
	seen, ended := r.follow(t.Context(), false)
	call := entry("call", "b")
	call.Type, call.Tool = timeline.ToolCall, timeline.Bash
	r.append(call)
	await(t, seen, "call")
	until(t, func() bool { _, ok := r.live.Snapshot().Named(nil, "codex:b"); return ok })
	now := r.live.Snapshot()
	session, ok := now.Named(nil, "codex:b")
	if state, known := view.Of(session); !ok || !known || session.Key != r.record.ID || !state.Alive ||
		state.Run.To.ID != "b" {
		t.Errorf("the session is %+v, state %+v", session, state)
	}
	if open := now.OpenCalls(nil, r.record.ID); len(open) != 1 || open[0].ID != "call" || open[0].Tool != timeline.Bash {
		t.Errorf("open are %+v", open)
	}
	r.record.Status = runs.Completed
	r.save()
	await(t, ended, nil)
	if _, ok := r.live.Snapshot().Named(nil, "codex:b"); ok {
		t.Error("the session is still the run's")
	}
}

// until waits for a condition.
func until(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not come to that")
		}
	}
}
