package runtest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/e2e/fidelity"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/inject/signals"
)

// Hops returns the reasons in a run's record for its changes of CLI.
func Hops(t *testing.T, r Record) (reasons []string) {
	t.Helper()
	var kept struct {
		Hops []struct {
			To     struct{ CLI string }
			Reason string
		}
	}
	content, err := os.ReadFile(filepath.Join(r.Folder, "run.json"))
	if err == nil {
		err = json.Unmarshal(content, &kept)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, hop := range kept.Hops {
		reasons = append(reasons, hop.To.CLI+": "+hop.Reason)
	}
	return reasons
}

// RunResult is the last line of stead run --json.
type RunResult struct {
	Type      string
	Run       string
	From, To  struct{ CLI, ID, Path string }
	Status    string
	ExitCode  int    `json:"exit_code"`
	FinalText string `json:"final_text"`
	Delivered struct {
		Branches []string
		Losses   []fidelity.Loss
		LeftOut  []fidelity.Loss `json:"left_out"`
		Context  fidelity.Named
	}
}

// LastLine parses the last line of a run's output, which is JSON.
func LastLine(t *testing.T, stdout string) (r RunResult) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
		t.Fatalf("the last line is no JSON: %v\n%s", err, stdout)
	}
	return r
}

// Record is stead's record of a run, run.json.
type Record struct {
	// Dir is the working folder.
	Dir        string
	Run        string
	Status     string
	ExitCode   int `json:"exit_code"`
	Lines      int
	Reason     string
	From, To   struct{ CLI, ID, Path string }
	FinalText  string `json:"final_text"`
	State      signals.State
	About      string
	Question   signals.Question
	Limit      *signals.Limit
	Supervisor struct{ PID int }
	Child      struct{ PID int }

	Folder string
}

// RunsFolder returns the folder of the records of all runs.
func RunsFolder(g *harness.Environment) string {
	return filepath.Join(g.Dir, ".local/share/stead/runs")
}

// Records returns the records of all runs, the oldest first. It leaves out runs that have no record yet.
func Records(t *testing.T, g *harness.Environment) []Record {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(RunsFolder(g), "*"))
	if err != nil {
		t.Fatal(err)
	}
	var all []Record
	for _, folder := range folders {
		data, err := os.ReadFile(filepath.Join(folder, "run.json"))
		if os.IsNotExist(err) {
			continue
		}
		r := Record{Folder: folder}
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// OnlyRecord returns the record of the only run.
func OnlyRecord(t *testing.T, g *harness.Environment) Record {
	t.Helper()
	all := Records(t, g)
	if len(all) != 1 {
		t.Fatalf("there are %d runs, want one", len(all))
	}
	return all[0]
}

// Journal returns the lines of a run's journal. It fails the test if one of them is incomplete.
func (r Record) Journal(t *testing.T) []string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(r.Folder, "timeline.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(content, []byte("\n")) {
		t.Errorf("the journal ends in the middle of a line: %.200q", content[max(0, len(content)-200):])
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	for i, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("line %d of the journal is no JSON: %.200q", i+1, line)
		}
	}
	return lines
}

// pause is the interval between two checks for an effect of another process. Checks cost processor time: each one
// assembles the screen of a terminal.
const pause = 20 * time.Millisecond

// patience is the maximum time for another process, on a very busy machine. It only costs time when something is
// broken. OpenCode 1.18.33 needs seven seconds of processor time until its first request, which took more than 90
// seconds at a load of 18 on two cores.
const patience = 4 * time.Minute

// Eventually waits for an effect of another process.
func Eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for limit := time.Now().Add(patience); ; {
		began := time.Now()
		if condition() {
			return
		}
		if began.After(limit) {
			t.Fatalf("never came about: %s", what)
		}
		time.Sleep(max(pause, 2*time.Since(began))) // checks that start programs must leave time to others
	}
}

// Reached waits until a held turn is running.
func Reached(t *testing.T, g *harness.Environment, hold *provider.Hold) {
	t.Helper()
	select {
	case <-hold.Reached():
	case <-g.Context().Done():
		t.Fatal("the CLI did not ask the model")
	}
}

// Exits fails the test unless a program ended with this code and printed these texts on standard error.
func Exits(t *testing.T, result harness.Result, code int, says ...string) {
	t.Helper()
	if result.Code != code {
		t.Fatalf("exit %d, want %d\n%s%s", result.Code, code, result.Stdout, result.Stderr)
	}
	for _, text := range says {
		if !strings.Contains(result.Stderr, text) {
			t.Errorf("standard error does not say %q:\n%s", text, result.Stderr)
		}
	}
}

// RawJournal returns the content of a journal that is still being written.
func (r Record) RawJournal(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(r.Folder, "timeline.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
