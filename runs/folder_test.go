package runs_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/runs"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// save makes a run that began some seconds after noon.
func save(t *testing.T, f runs.Folder, seconds int, to runs.Session) runs.Run {
	t.Helper()
	id, err := f.Create(noon.Add(time.Duration(seconds) * time.Second))
	if err != nil {
		t.Fatal(err)
	}
	r := runs.Run{ID: id, From: runs.Session{CLI: "claude", ID: "a"}, To: to, Status: runs.Completed, FinalText: "done"}
	if err := f.Save(r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunsAreFoundByTheBeginningOfTheirID(t *testing.T) {
	f := runs.Open(t.TempDir())
	first := save(t, f, 0, runs.Session{CLI: "codex", ID: "b"})
	second := save(t, f, 1, runs.Session{CLI: "codex", ID: "c"})
	for prefix, want := range map[string]runs.Run{first.ID: first, second.ID[:15]: second, "latest": second} {
		got, err := f.Find(prefix)
		if err != nil {
			t.Errorf("%s: %v", prefix, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", prefix, diff)
		}
	}
	if _, err := f.Find("20261120"); !errors.Is(err, runs.ErrAmbiguous) {
		t.Errorf("two runs of one day: %v", err)
	}
	if _, err := f.Find("1999"); !errors.Is(err, adapter.ErrNotFound) {
		t.Errorf("no run: %v", err)
	}
}

func TestNoRunsIsNoError(t *testing.T) {
	f := runs.Open(filepath.Join(t.TempDir(), "missing"))
	if all, err := f.All(); err != nil || len(all) != 0 {
		t.Errorf("got %v, %v", all, err)
	}
	if _, err := f.Find("latest"); !errors.Is(err, adapter.ErrNotFound) {
		t.Errorf("latest of none: %v", err)
	}
}

func TestTheNewestRunThatMadeASessionIsFound(t *testing.T) {
	f := runs.Open(t.TempDir())
	b := runs.Session{CLI: "codex", ID: "b"}
	save(t, f, 0, b)
	want := save(t, f, 1, b)
	save(t, f, 2, runs.Session{CLI: "claude", ID: "b"})
	if got, ok := f.MadeBy("codex", "b"); !ok || got.ID != want.ID {
		t.Errorf("got %v, %v", got.ID, ok)
	}
	if _, ok := f.MadeBy("codex", "x"); ok {
		t.Error("a session that no run made was found")
	}
}

func TestOneDamagedRecordDoesNotHideTheOthers(t *testing.T) {
	f := runs.Open(t.TempDir())
	sound := save(t, f, 0, runs.Session{})
	damaged := save(t, f, 1, runs.Session{})
	if err := os.WriteFile(filepath.Join(f.Dir(damaged.ID), "run.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := f.All()
	if err != nil || len(all) != 1 || all[0].ID != sound.ID {
		t.Errorf("got %v, %v", all, err)
	}
}

func TestRecordsAreTheirOwnersAlone(t *testing.T) {
	f := runs.Open(t.TempDir())
	r := save(t, f, 0, runs.Session{})
	for path, want := range map[string]os.FileMode{f.Dir(r.ID): 0o700, filepath.Join(f.Dir(r.ID), "run.json"): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, %v", path, info.Mode().Perm(), err)
		}
	}
}

func TestRunIsDeadWithoutItsProcess(t *testing.T) {
	dead := runs.Self()
	dead.Started = "another process of that number"
	if (runs.Run{Status: runs.Running, Supervisor: dead}).Alive() ||
		!(runs.Run{Status: runs.Running, Supervisor: runs.Self()}).Alive() {
		t.Error("a run is alive exactly while its process is")
	}
}
