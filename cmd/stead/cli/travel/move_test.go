package travel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/runs"
)

// TestMoveSaysForWhatItWaits lets the turn of a run take too long.
func TestMoveSaysForWhatItWaits(t *testing.T) {
	for state, says := range map[signals.State]string{
		signals.Working:    "is at work: waiting for the end of its turn",
		signals.Permission: "asks for permission: rm -rf build; move waits for your answer (stead answer",
	} {
		all, r := runIn(t, state)
		p, said := noted(t)
		_, err := moving{p: p, limit: time.Millisecond}.atRest(t.Context(), all, r)
		if err == nil || !strings.Contains(err.Error(), "its turn was not over after 1ms") ||
			strings.Count(said(), says) != 1 {
			t.Errorf("%s: %v; said %q", state, err, said())
		}
	}
	all, r := runIn(t, signals.Input)
	p, said := noted(t)
	if _, err := (moving{p: p}).atRest(t.Context(), all, r); err != nil || said() != "" {
		t.Errorf("a run at rest: %v, said %q", err, said())
	}
}

// runIn makes a run that this process works at.
func runIn(t *testing.T, state signals.State) (runs.Folder, runs.Run) {
	t.Helper()
	all := runs.Open(t.TempDir())
	id, err := all.Create(time.Now())
	r := runs.Run{ID: id, Status: runs.Running, Supervisor: runs.Self(), State: state, About: "rm -rf build"}
	if err == nil {
		err = all.Save(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all, r
}

// noted is a process, and what it has told its user.
func noted(t *testing.T) (p *setup.Process, said func() string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "said")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, "", nil, file, file), func() string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
}
