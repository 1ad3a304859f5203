package runs_test

import (
	"os/exec"
	"testing"

	"stead/runs"
)

// sleeper starts a process that ends when it is told to.
func sleeper(t *testing.T) runs.Process {
	t.Helper()
	command := exec.Command("sleep", "1000")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = command.Wait() }()
	t.Cleanup(func() { _ = command.Process.Kill() })
	return runs.ProcessOf(command.Process.Pid)
}

func TestEndEndsWhateverWorksOnARun(t *testing.T) {
	f := runs.Open(t.TempDir())
	r := save(t, f, 0, runs.Session{})
	r.Status, r.Supervisor, r.Child = runs.Running, sleeper(t), sleeper(t)
	if !r.Busy() {
		t.Error("a run that is worked on is not busy")
	}
	if err := f.Save(r); err != nil {
		t.Fatal(err)
	}
	if err := f.End(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if r.Busy() {
		t.Error("the run is worked on still")
	}
	if err := f.End(t.Context(), r); err != nil {
		t.Errorf("ending it again: %v", err)
	}
}

func TestEndLeavesTheProcessesOfARunThatHasEndedAlone(t *testing.T) {
	f := runs.Open(t.TempDir())
	r := save(t, f, 0, runs.Session{})
	r.Supervisor = sleeper(t)
	if err := f.End(t.Context(), r); err != nil || !r.Supervisor.Alive() {
		t.Errorf("its process was ended: %v", err)
	}
}

// BenchmarkAll reads what stead ps shows of a hundred runs, which is to take less than 20 ms.
func BenchmarkAll(b *testing.B) {
	f := runs.Open(b.TempDir())
	for range 100 {
		id, err := f.Create(noon)
		if err != nil {
			b.Fatal(err)
		}
		if err := f.Save(runs.Run{ID: id, Status: runs.Running, Supervisor: runs.Self(),
			FinalText: "It is done."}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		all, err := f.All()
		if err != nil || len(all) != 100 {
			b.Fatal(len(all), err)
		}
		for _, r := range all {
			if !r.Alive() {
				b.Fatal("a run is dead")
			}
		}
	}
}
