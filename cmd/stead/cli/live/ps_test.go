package live

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/reach/remote"
	"stead/runs"
	"stead/runs/notify"
)

func TestRemarkSaysWhatCanBeDone(t *testing.T) {
	dead := runs.Run{Status: runs.Running, State: signals.Permission, About: "shell: make", To: runs.Session{CLI: "pi"}}
	orphan := dead
	orphan.Child = runs.Self()
	for _, c := range []struct {
		run  runs.Run
		live bool
		want string
	}{
		{dead, true, "shell: make"},
		{dead, false, "stead was killed; see it: stead logs ab12, resume: stead run --resume ab12"},
		{orphan, false, fmt.Sprintf("stead was killed, but its pi still runs (end it with: kill %d)", os.Getpid())},
		{runs.Run{Status: runs.Failed, Reason: "pi ended with exit code 1", About: "x"}, false, "pi ended with exit code 1"},
		{runs.Run{Status: runs.Interrupted, Reason: "interrupted"}, false, ""},
		{runs.Run{Status: runs.Completed}, false, ""},
	} {
		if got := remarkOn(remote.Run{Run: c.run, Shown: c.run.Shown(c.live)}, "ab12"); got != c.want {
			t.Errorf("%s, alive %v: %q, want %q", c.run.Status, c.live, got, c.want)
		}
	}
}

func TestProjectOfAContestantIsTheContest(t *testing.T) {
	for want, r := range map[string]runs.Run{
		"app":            {Dir: "/home/u/app"},
		"ab 0001 claude": {Dir: "/state/worktrees/x", Part: &runs.Part{Of: "ab:20261122-100000-0001", Name: "claude"}},
		"app2":           {Dir: "/home/u/app2", Part: &runs.Part{Of: "chain:20261122-100000-0001", Name: "plan"}},
	} {
		if got := projectOf(r); got != want {
			t.Errorf("it is %q, want %q", got, want)
		}
	}
}

func TestEventIsALineThatFits(t *testing.T) {
	e := notify.Event{Kind: notify.Finished, At: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC), CLI: "claude",
		Title: "Fix the tests of the scheduler", Command: "stead show claude:5f2a"}
	for columns, want := range map[string]string{"COLUMNS=100": "  stead show claude:5f2a\n", "COLUMNS=40": "…\n"} {
		out, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		p := setup.NewProcess(nil, []string{columns}, "", out, out, out)
		if err := printEvent(p.Term, e, false); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(out.Name())
		if err != nil || !strings.HasPrefix(string(got), "10:00:00  ") || !strings.HasSuffix(string(got), want) {
			t.Errorf("with %s it is %q, error %v", columns, got, err)
		}
	}
}

func TestRunsAreProposed(t *testing.T) {
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, t.TempDir(), nil, nil, nil)
	defer p.Close()
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []runs.Run{{Status: runs.Completed, To: runs.Session{CLI: "pi"}},
		{Status: runs.Running, To: runs.Session{CLI: "codex"}, Supervisor: runs.Self()}} {
		if r.ID, err = s.Runs.Create(time.Now()); err != nil {
			t.Fatal(err)
		}
		if err := s.Runs.Save(r); err != nil {
			t.Fatal(err)
		}
	}
	if all, _ := completeRuns(p)(nil, nil, ""); len(all) != 2 {
		t.Errorf("proposed are %q", all)
	}
	if all, _ := completeActive(p)(nil, nil, ""); len(all) != 1 || !strings.HasSuffix(all[0], "\tcodex, running") {
		t.Errorf("proposed as active are %q", all)
	}
}

// TestRunsAreListedForAnotherMachineWithoutSecrets lists a run whose prompt contains a key, here and as a node does for
// another machine.
func TestRunsAreListedForAnotherMachineWithoutSecrets(t *testing.T) {
	const key = "AKIA" + "QYLPMN5HFIQR7XYA" // put together here, so that no scanner takes this file for a leak
	home := t.TempDir()
	for asker, isMasked := range map[string]bool{"": false, "laptop": true} {
		path := filepath.Join(t.TempDir(), "out")
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		p := setup.NewProcess(nil, []string{"HOME=" + home, machines.Errand + "=" + asker}, home, nil, out, out)
		s, err := p.Load(nil)
		if err != nil {
			t.Fatal(err)
		}
		id, err := s.Runs.Create(time.Now())
		if err == nil {
			err = s.Runs.Save(runs.Run{ID: id, Status: runs.Completed, Prompt: "My key is " + key})
		}
		if err == nil {
			c := psCommand(p)
			c.SetContext(t.Context())
			err = ps(c, p, s, true, true)
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), key) == isMasked || !strings.Contains(string(text), "My key is") {
			t.Errorf("for %q it is %s", asker, text)
		}
	}
}
