package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// startHeld starts a headless run whose turn does not end, and returns in the middle of it.
func startHeld(t *testing.T, target string) (*harness.Environment, *harness.Process) {
	t.Helper()
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(provider.Reply{Text: "It begins", Hold: hold}, provider.Say("It goes on."))...)
	session := runtest.SmallSession(g, target)
	process := g.Start(g.SteadPath(), "run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt, "--json")
	runtest.Reached(t, g, hold)
	return g, process
}

func TestSignalInTheMiddleOfATurnInterruptsTheRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target string
		signal syscall.Signal
	}{
		{"codex", syscall.SIGINT}, {"claude", syscall.SIGINT}, {"codex", syscall.SIGTERM}, {"claude", syscall.SIGHUP},
	} {
		t.Run(c.target+"/"+c.signal.String(), func(t *testing.T) {
			runtest.Proves(t, c.target)
			t.Parallel()
			g, process := startHeld(t, c.target)
			if err := process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			result := g.Wait(process)
			runtest.NothingLeft(t, g)
			runtest.Exits(t, result, 130)
			if last := runtest.LastLine(t, result.Stdout); last.Type != "run_result" || last.Status != "interrupted" ||
				last.ExitCode != 130 {
				t.Errorf("the last line is %+v", last)
			}
			run := runtest.OnlyRecord(t, g)
			if run.Status != "interrupted" || run.ExitCode != 130 {
				t.Errorf("the record is %+v", run)
			}
			if journal := strings.Join(run.Journal(t), "\n"); !strings.Contains(journal, runtest.Prompt) {
				t.Error("the prompt is missing in the journal")
			}
			mark := harness.Of(c.target).Interrupted
			inSession, inJournal := strings.Contains(string(g.Read(run.To.Path)), mark), strings.Contains(run.RawJournal(t),
				mark)
			if inSession != inJournal {
				t.Errorf("%s is in the session: %v, in the journal: %v", mark, inSession, inJournal)
			}
			// Claude Code 2.1.332 leaves no mark when the signal is faster than the first word of the answer.
			if !inSession && c.target == "codex" {
				t.Errorf("%s is missing in the session", mark)
			}
			shown := g.Stead("show", "run:latest")
			runtest.Exits(t, shown, 0)
			if !strings.Contains(shown.Stdout, runtest.Prompt) {
				t.Errorf("stead show run:latest does not show the prompt:\n%s", shown.Stdout)
			}
		})
	}
}

// TestKilledSteadLeavesNothingRunningAndIsSetRight kills stead itself, so that nothing of it can clean up, and lets the
// journal end in half a line, as a machine that loses power does.
func TestKilledSteadLeavesNothingRunningAndIsSetRight(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g, process := startHeld(t, target)
			killed := runtest.OnlyRecord(t, g)
			runtest.Eventually(t, "the prompt is in the journal",
				func() bool { return strings.Contains(killed.RawJournal(t), runtest.Prompt) })
			if err := process.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			g.Wait(process)
			runtest.Eventually(t, "the CLI is gone", func() bool {
				return len(g.Processes()) == 0 &&
					runtest.HasEnded(killed.Child.PID)
			})
			whole := killed.Journal(t)
			tear(t, filepath.Join(killed.Folder, "timeline.jsonl"))

			runtest.Exits(t, g.Stead("run", "--from", killed.From.CLI+":"+killed.From.ID, "--to", target, "-p",
				runtest.Prompt), 0)
			all := runtest.Records(t, g)
			if len(all) != 2 {
				t.Fatalf("there are %d runs, want 2", len(all))
			}
			if all[0].Run != killed.Run {
				all[0], all[1] = all[1], all[0] // both were begun in the same second
			}
			if all[0].Status != "failed" || all[0].Reason != "stead was killed" || all[0].ExitCode == 0 {
				t.Errorf("the killed run's record is %+v", all[0])
			}
			if all[1].Status != "completed" || all[1].FinalText != "It goes on." {
				t.Errorf("the next run's record is %+v", all[1])
			}
			if repaired := all[0].Journal(t); len(repaired) != len(whole) {
				t.Errorf("the repaired journal has %d lines, want %d", len(repaired), len(whole))
			}
		})
	}
}

// tear appends half a line to a file.
func tear(t *testing.T, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString(`{"id":"half","type":"assist`)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestKilledCLIFailsTheRun(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g, process := startHeld(t, target)
			run := runtest.OnlyRecord(t, g)
			if err := syscall.Kill(-run.Child.PID, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			result := g.Wait(process)
			runtest.NothingLeft(t, g)
			runtest.Exits(t, result, 7, "SIGKILL")
			if run := runtest.OnlyRecord(t, g); run.Status != "failed" || run.ExitCode != 7 ||
				!strings.Contains(run.Reason, "SIGKILL") {
				t.Errorf("the record is %+v", run)
			}
			if last := runtest.LastLine(t, result.Stdout); last.Status != "failed" || last.ExitCode != 7 {
				t.Errorf("the last line is %+v", last)
			}
		})
	}
}

// TestCLIThatOutlivedSteadIsNamed makes a record in which a living process is the CLI of a killed run.
func TestCLIThatOutlivedSteadIsNamed(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place("claude", "text")
	survivor := g.Start("sleep", "600")
	started := strings.Fields(strings.SplitAfter(string(g.Read(fmt.Sprintf("/proc/%d/stat", survivor.ID))), ") ")[1])[19]
	id := "20260101-000000-0000"
	content := fmt.Sprintf(
		`{"run":%q,"from":{"cli":"claude","id":"a"},"to":{"cli":"codex","id":"b"},"status":"running","supervisor":{"pid":%d,"started":"1"},"child":{"pid":%d,"started":%q}}`,
		id, survivor.ID, survivor.ID, started)
	path := filepath.Join(runtest.RunsFolder(g), id, "run.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	result := g.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", runtest.Prompt)
	runtest.Exits(t, result, 0, "note: run "+id+" was killed, but its codex still runs",
		fmt.Sprintf("kill %d", survivor.ID))
	if err := survivor.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	g.Wait(survivor)
}
