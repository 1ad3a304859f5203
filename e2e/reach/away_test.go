package reach_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/reach/member"
	"stead/reach/summaries"
)

// TestRunOfAMachineThatDiedGoesOnElsewhere kills all of the desk while the real Codex works there. The laptop lists the
// run as the desk has told of it. What it had recorded is at the hub, and goes on by its short name in the real Claude
// Code on the laptop.
func TestRunOfAMachineThatDiedGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	shell := harness.Of("codex").Tools
	steps := provider.Steps(provider.Reply{Calls: []provider.ToolCall{shell.Run("echo begun")}},
		provider.Reply{Calls: []provider.ToolCall{shell.Run("sleep 1000")}})
	desk := hub.machine("desk", steps...)
	runtest.Exits(t, desk.Stead("config", "set", "reach.lease", "30s"), 0)
	hub.serve(desk, "desk")
	laptop := hub.machine("laptop", provider.Steps(provider.Say("I go on here."))...)
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	begun := laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "--on", "desk", "-p", "Work.", "--allow",
		"all", "-d")
	runtest.Exits(t, begun, 0)
	reference := strings.TrimSpace(begun.Stdout)
	run := strings.TrimPrefix(reference, "desk/")
	runtest.Eventually(t, "the work is seen from the laptop", func() bool {
		return strings.Contains(laptop.Stead("logs", reference).Stdout, "echo begun")
	})
	runtest.Eventually(t, "the hub has it", func() bool {
		return strings.Contains(laptop.Stead("show", "desk/run:"+run).Stdout, "echo begun")
	})
	toldOf(t, laptop, "desk", run)
	for _, id := range desk.Processes() {
		_ = syscall.Kill(id, syscall.SIGKILL)
	}
	runtest.Eventually(t, "the desk is away", func() bool { return laptop.Stead("list", "--on", "desk").Code == 3 })

	short := run[len(run)-4:]
	listsRun(t, laptop, run)
	runtest.Exits(t, laptop.Stead("logs", "desk/"+short), 3, "stead run --from desk/run:"+run+"\n")
	runtest.Exits(t, laptop.Stead("run", "--from", "desk/run:none", "--to", "claude", "-p", "Go on.", "--cwd",
		laptop.Work), 3, "this machine knows no run none of it")
	trial := laptop.Stead("run", "--from", "desk/run:"+short, "--to", "claude", "-p", "Go on.", "--cwd", laptop.Work,
		"--dry-run")
	if runtest.Exits(t, trial, 0, "as far as it came to the hub"); strings.Contains(trial.Stderr, "waiting") {
		t.Errorf("a dry run waits: %s", trial.Stderr)
	}
	goes := laptop.Stead("run", "--from", "desk/run:"+short, "--to", "claude", "-p", "Go on.", "--cwd", laptop.Work,
		"--json")
	runtest.Exits(t, goes, 0, "as far as it came to the hub")
	conversation := runtest.Conversation(laptop, "claude", laptop.Turns()[0])
	for _, want := range []string{"What is in this project?", "Work.", "echo begun"} {
		if !strings.Contains(conversation, want) {
			t.Errorf("the model was not told %q:\n%s", want, conversation)
		}
	}
	var last struct{ FinalText string }
	lines := strings.Split(strings.TrimSpace(goes.Stdout), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil ||
		!strings.Contains(goes.Stdout, "I go on here.") {
		t.Errorf("it ends with %s", lines[len(lines)-1])
	}
}

// toldOf waits until a machine has told of a run. A node that is killed tells nothing any more.
func toldOf(t *testing.T, g *harness.Environment, machine, run string) {
	t.Helper()
	r := reads(t, g)
	self, err := member.Load(filepath.Dir(runtest.RunsFolder(g)))
	if err != nil {
		t.Fatal(err)
	}
	store, err := summaries.Open(t.Context(), filepath.Join(t.TempDir(), "summaries.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	runtest.Eventually(t, machine+" has told of the run", func() bool {
		others := slices.DeleteFunc(r.known.All(), func(p member.Peer) bool { return p.Name != machine })
		if err := (summaries.Reader{Conn: r.conn, Keys: r.keys, Self: self.Peer, Store: store, Now: time.Now}).CatchUp(
			t.Context(), others); err != nil {
			return false
		}
		all, err := store.Runs(t.Context(), machine)
		return err == nil && slices.ContainsFunc(all, func(one summaries.Run) bool {
			return one.ID == run &&
				one.State == "working" && one.Prompt == ""
		})
	})
}

// listsRun checks that an active run of the desk, which is away, is listed as it was last, for people and for programs.
func listsRun(t *testing.T, laptop *harness.Environment, run string) {
	t.Helper()
	shown := laptop.Stead("ps")
	runtest.Exits(t, shown, 0, "desk was last seen ", "its runs are as of then")
	if !regexp.MustCompile(`(?m)^desk/` + run[len(run)-4:] + ` +away +laptop/claude->codex `).MatchString(shown.Stdout) {
		t.Errorf("the runs are\n%s", shown.Stdout)
	}
	var rows []struct {
		Run, Machine, Shown string
		Seen                time.Time
	}
	result := laptop.Stead("ps", "--all", "--json")
	if err := json.Unmarshal([]byte(result.Stdout), &rows); err != nil || len(rows) != 1 || rows[0].Run != run ||
		rows[0].Machine != "desk" || rows[0].Shown != "away" || rows[0].Seen.IsZero() {
		t.Errorf("the runs are %s, %v\n%s", result.Stdout, err, result.Stderr)
	}
	if here := laptop.Stead("ps", "--all", "--on", "here"); strings.Contains(here.Stdout, "desk") {
		t.Errorf("the laptop's own runs are\n%s", here.Stdout)
	}
}
