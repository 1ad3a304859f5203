package travel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/runs"
)

func TestMoveSaysForWhatItWaits(t *testing.T) {
	for state, says := range map[signals.State]string{
		signals.Working:    "is at work: waiting for the end of its turn",
		signals.Permission: "asks for permission: rm -rf build; move waits for your answer (stead answer",
	} {
		p, said := noted(t)
		tellWait(p.Term, runs.Run{ID: "20261120-120000.000-0a9f", State: state, About: "rm -rf build"})
		if strings.Count(said(), says) != 1 {
			t.Errorf("%s: said %q", state, said())
		}
	}
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
