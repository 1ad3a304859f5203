package orchestrator_test

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stead/orchestrator"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func TestAThingIsFirstOncePerDay(t *testing.T) {
	now := noon
	notes := orchestrator.Daily{Folder: filepath.Join(t.TempDir(), "said"), Now: func() time.Time { return now }}
	for _, step := range []struct {
		later time.Duration
		thing string
		first bool
	}{
		{0, "claude 9.9.9", true},
		{time.Hour, "claude 9.9.9", false},
		{0, "claude 9.9.10", true},
		{0, "../claude/9.9.9", true},
		{0, "../claude/9.9.9", false},
		{10*time.Hour + 59*time.Minute, "claude 9.9.9", false},
		{time.Minute, "claude 9.9.9", true},
		{0, "claude 9.9.9", false},
	} {
		now = now.Add(step.later)
		if got := notes.First(step.thing); got != step.first {
			t.Errorf("%q is first at %s: %v, want %v", step.thing, now, got, step.first)
		}
	}
}

func TestOtherDaysAreForgottenAndNothingElseIs(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"2026-11-26", "strange"} {
		if err := os.Mkdir(filepath.Join(folder, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	orchestrator.Daily{Folder: folder, Now: func() time.Time { return noon }}.First("thing")
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(left) != 2 || filepath.Base(left[0]) != "2026-11-27" || filepath.Base(left[1]) != "strange" {
		t.Errorf("left are %v (%v), want today and what is no day", left, err)
	}
}

func TestOneOfManyIsFirst(t *testing.T) {
	folder := t.TempDir()
	var first atomic.Int32
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if (orchestrator.Daily{Folder: folder, Now: func() time.Time { return noon }}).First("thing") {
				first.Add(1)
			}
		})
	}
	group.Wait()
	if first.Load() != 1 {
		t.Errorf("%d were first, want 1", first.Load())
	}
}

func TestWhatCannotBeRememberedIsSaid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, notes := range []orchestrator.Daily{{}, {Folder: file, Now: func() time.Time { return noon }}} {
		for range 2 {
			if !notes.First("thing") {
				t.Errorf("with the folder %q a thing is not first", notes.Folder)
			}
		}
	}
}
