package view_test

import (
	"context"
	"os/exec"
	"slices"
	"testing"
	"time"

	"stead/orchestrator/view"
	"stead/runs"
	"stead/timeline/store"
)

// found brings the records of a folder into a view until the test ends. It looks rarely: what a test waits for is
// announced.
func found(t *testing.T, v *view.View) {
	t.Helper()
	r := v.Records()
	r.Look()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx, time.Hour)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		r.Close()
	})
}

// awaitState waits for what the view says of a run, by its watch channels.
func awaitState(t *testing.T, live *store.Store, id string, holds func(s view.State, known bool) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		watch := store.NewWatchSet()
		session, _ := live.Snapshot().Session(watch, id)
		if holds(view.Of(session)) {
			return
		}
		if err := watch.WatchCtx(ctx); err != nil {
			t.Fatalf("the view has %+v", session)
		}
	}
}

func TestRecordsOfRunsComeIntoTheView(t *testing.T) {
	r := begin(t, runs.Open(t.TempDir()))
	ended := begin(t, r.folder)
	ended.record.Status = runs.Completed
	ended.save()
	found(t, r.view)
	later := begin(t, r.folder)
	awaitState(t, r.live, later.record.ID, func(s view.State, known bool) bool { return known && s.Alive })
	r.record.About = "shell: make"
	r.save()
	awaitState(t, r.live, r.record.ID, func(s view.State, _ bool) bool { return s.Run.About == "shell: make" })
	r.record.To.ID, r.record.Hops = "c", []runs.Hop{{To: r.record.To}}
	r.record.Mirrors = []runs.Mirror{{Session: runs.Session{CLI: "pi", ID: "1"}},
		{Session: runs.Session{CLI: "pi", ID: "2"}}}
	r.save()
	awaitState(t, r.live, r.record.ID, func(s view.State, _ bool) bool { return s.Run.To.ID == "c" })
	session, _ := r.live.Snapshot().Session(nil, r.record.ID)
	if want := []string{"codex:c", "codex:b", "pi:2"}; !slices.Equal(session.Names, want) {
		t.Errorf("its names are %v, want %v", session.Names, want)
	}
	if _, ok := r.live.Snapshot().Session(nil, ended.record.ID); ok {
		t.Error("a run that had ended before is in the view")
	}
}

// TestEndedRunsLeaveTheView kills a supervisor, which no file announces.
func TestEndedRunsLeaveTheView(t *testing.T) {
	r := begin(t, runs.Open(t.TempDir()))
	supervisor := exec.Command("sleep", "1000")
	if err := supervisor.Start(); err != nil {
		t.Fatal(err)
	}
	r.record.Supervisor = runs.ProcessOf(supervisor.Process.Pid)
	r.save()
	records := r.view.Records()
	defer records.Close()
	records.Look()
	awaitState(t, r.live, r.record.ID, func(s view.State, known bool) bool { return known && s.Alive })
	_ = supervisor.Process.Kill()
	_ = supervisor.Wait()
	records.Look()
	awaitState(t, r.live, r.record.ID, func(s view.State, known bool) bool {
		return known && !s.Alive &&
			s.Run.Status == runs.Running
	})
	records.Look()
	if left := r.live.Snapshot().Sessions(nil); len(left) > 0 {
		t.Errorf("the view holds %v", left)
	}
}
