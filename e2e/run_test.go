package e2e_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/signals"
)

// sources is a small session of each CLI, to be continued in the other one.
var sources = map[string]struct{ cli, name, target string }{
	"claude": {"claude", "text", "codex"},
	"codex":  {"codex", "78a8", "claude"},
}

// into returns the small session that is continued in a CLI: where the table names none, it is Claude Code's.
func into(g *harness.Environment, target string) harness.Session {
	for _, source := range sources {
		if source.target == target {
			return g.Place(source.cli, source.name)
		}
	}
	return g.Place("claude", "text")
}

// record is what stead keeps of a run, in run.json.
type record struct {
	Run        string
	Status     string
	ExitCode   int `json:"exit_code"`
	Lines      int
	Reason     string
	From, To   struct{ CLI, ID, Path string }
	FinalText  string `json:"final_text"`
	State      signals.State
	About      string
	Limit      *signals.Limit
	Supervisor struct{ PID int }
	Child      struct{ PID int }

	folder string
}

func runsFolder(g *harness.Environment) string {
	return filepath.Join(g.Dir, ".local/share/stead/runs")
}

// records returns the records of all runs, the oldest first. A run that has none yet is left out.
func records(t *testing.T, g *harness.Environment) []record {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(runsFolder(g), "*"))
	if err != nil {
		t.Fatal(err)
	}
	var all []record
	for _, folder := range folders {
		data, err := os.ReadFile(filepath.Join(folder, "run.json"))
		if os.IsNotExist(err) {
			continue
		}
		r := record{folder: folder}
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

// onlyRecord returns the record of the one run that there is.
func onlyRecord(t *testing.T, g *harness.Environment) record {
	t.Helper()
	all := records(t, g)
	if len(all) != 1 {
		t.Fatalf("there are %d runs, want one", len(all))
	}
	return all[0]
}

// journal returns the lines of a run's journal and fails the test when one of them is not whole.
func (r record) journal(t *testing.T) []string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(r.folder, "timeline.jsonl"))
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

// eventually waits for what another process brings about.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for limit := time.Now().Add(90 * time.Second); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("never came about: %s", what)
		}
	}
}

// reached waits until a held turn runs.
func reached(t *testing.T, g *harness.Environment, hold *provider.Hold) {
	t.Helper()
	select {
	case <-hold.Reached():
	case <-g.Context().Done():
		t.Fatal("the CLI did not ask the model")
	}
}

// named returns the processes of the home that run a program of that name.
func named(g *harness.Environment, name string) []int {
	return slices.DeleteFunc(g.Processes(), func(id int) bool {
		own, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(id), "comm"))
		return err != nil || string(own) != name+"\n"
	})
}

// nothingLeft fails the test when a process of the home still runs.
func nothingLeft(t *testing.T, g *harness.Environment) {
	t.Helper()
	for _, id := range g.Processes() {
		line, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(id), "cmdline"))
		t.Errorf("process %d is left: %s", id, bytes.ReplaceAll(line, []byte{0}, []byte(" ")))
	}
}

// exits fails the test when a program ended otherwise, or did not say on standard error what it should.
func exits(t *testing.T, result harness.Result, code int, says ...string) {
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

// TestRunOutlivesItsReader gives the run an output that nobody reads, as in stead run --json | head -1.
func TestRunOutlivesItsReader(t *testing.T) {
	for _, c := range []struct {
		name  string
		flags []string
	}{{"answer", nil}, {"entries", []string{"--json"}}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := into(g, "codex")
			nobody, output, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer output.Close()
			nobody.Close()
			command := g.Command("", g.SteadPath(), append([]string{"run", "--from", session.Ref(), "--to", "codex", "-p", prompt}, c.flags...)...)
			command.Stdout = output
			_ = command.Run()
			if code := command.ProcessState.ExitCode(); code != 1 {
				t.Errorf("exit code %d, want 1", code)
			}
			if run := onlyRecord(t, g); run.Status != "completed" || run.FinalText != "It goes on." {
				t.Errorf("the record is %+v", run)
			}
			nothingLeft(t, g)
		})
	}
}
