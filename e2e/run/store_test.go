package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit/fixtures"
)

// storeFolder is the folder below HOME in which a CLI keeps its sessions.
func storeFolder(cli string) string { return harness.Of(cli).Store }

func TestUnusableStoreIsToldAndNothingStays(t *testing.T) {
	t.Parallel()
	for _, target := range harness.With(func(c harness.CLI) bool { return c.Store != "" }) {
		folder := storeFolder(target)
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := runtest.SmallSession(g, target)
			if err := os.WriteFile(filepath.Join(g.Dir, folder), []byte("in the way"), 0o600); err != nil {
				t.Fatal(err)
			}
			before := fixtures.Snapshot(t, filepath.Join(g.Dir, filepath.Dir(folder)))
			result := g.Stead("run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt)
			runtest.Exits(t, result, 1, filepath.Join(g.Dir, folder), "not a directory")
			runtest.Unchanged(t, before, fixtures.Snapshot(t, filepath.Join(g.Dir, filepath.Dir(folder))))
			noRuns(t, g)
		})
	}
}

// noRuns fails the test when a run has left a folder.
func noRuns(t *testing.T, g *harness.Environment) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(runtest.RunsFolder(g), "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("of the run is left: %v %v", left, err)
	}
}

// TestFullDiskIsToldAndNothingStays gives stead a small file system in a mount namespace of its own, which goes with
// it. The clock by which runs get their ids stays: it is no run's.
func TestFullDiskIsToldAndNothingStays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, target, full string }{
		{"store of codex", "codex", storeFolder("codex")},
		{"store of claude", "claude", storeFolder("claude")},
		{"stead's own folder", "codex", ".local/share/stead"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := intoLarge(g, c.target)
			full := filepath.Join(g.Dir, c.full)
			if err := os.MkdirAll(full, 0o700); err != nil {
				t.Fatal(err)
			}
			const script = `mount -t tmpfs -o size=4k none "$0" || exit 99; "$@"; code=$?; echo "left: $(find "$0" -type f ! -name runs.clock)"; exit $code`
			result := g.Run("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, full,
				g.SteadPath(), "run", "--from", session.Ref(), "--to", c.target, "-p", runtest.Prompt)
			if result.Code == 99 || strings.HasPrefix(result.Stderr, "unshare: ") {
				t.Skipf("a small file system cannot be mounted here: %s", result.Stderr)
			}
			runtest.Exits(t, result, 1, "no space left on device")
			if result.Stdout != "left: \n" {
				t.Errorf("files stay: %s", result.Stdout)
			}
			noRuns(t, g)
		})
	}
}

// TestFullDiskAtAnyPointKeepsSessionAndRecordTogether fills the disk of stead's own folder a page later each time:
// there is never a delivered session of which stead keeps no record.
func TestFullDiskAtAnyPointKeepsSessionAndRecordTogether(t *testing.T) {
	t.Parallel()
	for pages := 1; pages <= 12; pages++ {
		t.Run(fmt.Sprintf("%d pages", pages), func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := g.Place("claude", "text")
			replaceProgram(t, g, "codex", codexVersion+"exit 0\n")
			own, sessions := filepath.Join(g.Dir, ".local/share/stead"), filepath.Join(g.Dir, storeFolder("codex"))
			for _, folder := range []string{own, sessions} {
				if err := os.MkdirAll(folder, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			const script = `mount -t tmpfs -o size="$0" none "$1" || exit 99; own="$1"; shift; "$@"; code=$?; ls "$own/runs"; exit $code`
			result := g.Run("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, fmt.Sprint(4096*pages), own,
				g.SteadPath(), "run", "--from", session.Ref(), "--to", "codex", "-p", runtest.Prompt)
			if result.Code == 99 || strings.HasPrefix(result.Stderr, "unshare: ") {
				t.Skipf("a small file system cannot be mounted here: %s", result.Stderr)
			}
			if result.Code != 1 && result.Code != 6 {
				t.Errorf("exit %d\n%s", result.Code, result.Stderr)
			}
			delivered, err := filepath.Glob(filepath.Join(sessions, "*/*/*/*"))
			if kept := strings.Count(result.Stdout, "\n"); err != nil || len(delivered) != kept {
				t.Errorf("%d sessions and %d records are kept: %v\n%s", len(delivered), kept, err, result.Stderr)
			}
		})
	}
}

// intoLarge returns a session of more than 4 KiB that is continued in a CLI.
func intoLarge(g *harness.Environment, target string) harness.Session {
	if target == "codex" {
		return g.Place("claude", "tools")
	}
	return g.Place("codex", "7b03")
}

func TestTwoRunsOfOneSessionDoNotMeet(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			first, second := provider.NewHold(), provider.NewHold()
			g := harness.New(t, provider.Steps(
				provider.Reply{Text: "It goes on.", Hold: first}, provider.Reply{Text: "It goes on.", Hold: second})...)
			session := runtest.SmallSession(g, target)
			line := []string{"run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt, "--json"}
			processes := []*harness.Process{g.Start(g.SteadPath(), line...), g.Start(g.SteadPath(), line...)}
			for _, hold := range []*provider.Hold{first, second} {
				runtest.Reached(t, g, hold) // both turns run before either ends
			}
			first.Release()
			second.Release()
			ids := map[string]bool{}
			for _, result := range waitAll(g, processes) {
				runtest.Exits(t, result, 0)
				last := runtest.LastLine(t, result.Stdout)
				ids[last.To.ID] = true
				if last.Status != "completed" || last.FinalText != "It goes on." {
					t.Errorf("the last line is %+v", last)
				}
			}
			if len(ids) != 2 {
				t.Errorf("both runs made one session: %v", ids)
			}
			turns := g.Turns()
			if len(turns) != 2 || runtest.Conversation(g, target, turns[0]) != runtest.Conversation(g, target, turns[1]) {
				t.Errorf("%d turns, not two of the same conversation", len(turns))
			}
		})
	}
}

func waitAll(g *harness.Environment, processes []*harness.Process) []harness.Result {
	results := make([]harness.Result, len(processes))
	var waiting sync.WaitGroup
	for i, process := range processes {
		waiting.Go(func() { results[i] = g.Wait(process) })
	}
	waiting.Wait()
	return results
}
