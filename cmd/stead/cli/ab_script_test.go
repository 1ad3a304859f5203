package cli

import (
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"stead/orchestrator/ab"
	"stead/runs"
	"stead/timeline"
)

// contestsMade makes a contest that has ended, and a later one whose stead was killed while the second contestant
// worked.
func contestsMade(ts *testscript.TestScript, _ bool, _ []string) {
	data := ts.MkAbs("home/.local/share/stead")
	contests, all := ab.Open(data), runs.Open(data)
	answer := "I have **done** it." + hostileText + strings.Repeat("And so on with long words. ", 20)
	for _, r := range []runs.Run{
		{ID: "20261121-110000-aaaa", Status: runs.Completed, FinalText: answer,
			Part: &runs.Part{Of: "ab:20261121-110000-0001", Name: "claude"}},
		{ID: "20261121-110000-bbbb", Status: runs.Completed, FinalText: "世界 is done, too.",
			Part: &runs.Part{Of: "ab:20261121-110000-0001", Name: "codex"}},
		{ID: "20261121-120000-cccc", Status: runs.Running, Turns: 4,
			Part: &runs.Part{Of: "ab:20261121-120000-0002", Name: "codex"}},
	} {
		ts.Check(os.MkdirAll(all.Dir(r.ID), 0o700))
		ts.Check(all.Save(r))
	}
	c := ab.Contest{
		ID: "20261121-110000-0001", Status: runs.Completed, Prompt: "Make it better" + hostileText +
			strings.Repeat(" and better", 1000), Dir: "/home/user/demo-x", Check: "make", Started: time.Now().Add(-time.Hour),
		Contestants: []ab.Contestant{
			{
				Name: "claude", CLI: "claude", State: ab.Done, Run: "20261121-110000-aaaa", Commit: "1", Files: 3, Added: 120,
				Deleted: 4, Turns: 5,
				Usage: timeline.Usage{Input: 11_000, Output: 1_000}, Cost: 0.25, DurationMS: 83_000, Checked: &ab.Checked{},
			},
			{
				Name: "codex", CLI: "codex", Model: "gpt" + hostileText, State: ab.Done, Run: "20261121-110000-bbbb", Commit: "2",
				DurationMS: 4_000_000,
				Checked:    &ab.Checked{ExitCode: 2, Output: "compiling\nit does not build" + hostileText},
			},
			{Name: "gemini", CLI: "gemini", State: ab.Failed, Reason: "gemini ended with exit code 1" + hostileText},
		},
	}
	ts.Check(os.MkdirAll(contests.Dir(c.ID), 0o700))
	ts.Check(contests.Save(c))
	c = ab.Contest{
		ID: "20261121-120000-0002", Status: runs.Running, Prompt: "Finish it", Dir: "/home/user/demo-x",
		Started:    time.Now().Add(-time.Minute),
		Supervisor: runs.Process{PID: os.Getpid(), Started: "long ago"},
		Contestants: []ab.Contestant{
			{Name: "claude", CLI: "claude", State: ab.Done}, {Name: "codex", CLI: "codex", State: ab.Working},
			{Name: "pi", CLI: "pi", State: ab.Waiting},
		},
	}
	ts.Check(os.MkdirAll(contests.Dir(c.ID), 0o700))
	ts.Check(contests.Save(c))
}
