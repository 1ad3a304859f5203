package live_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/runtest"
	"stead/inject/signals"
	"stead/runs"
)

// watches starts a stead that watches the home, and returns what reads the lines that it has printed. It is at work
// when that returns.
func watches(t *testing.T, g *harness.Environment) func() []runtest.Notification {
	t.Helper()
	path := filepath.Join(g.Dir, "watched")
	output, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	command := g.Command("", g.SteadPath(), "watch", "--json", "--silent")
	command.Stdout, command.Stderr = output, os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGINT)
		_ = command.Wait()
	})
	read := func() (all []runtest.Notification) {
		for line := range strings.Lines(string(g.Read(path))) {
			var one runtest.Notification
			if strings.HasSuffix(line, "\n") && json.Unmarshal([]byte(line), &one) == nil {
				all = append(all, one)
			}
		}
		return all
	}
	folder := runs.Open(filepath.Join(g.Dir, ".local/share/stead"))
	id, err := folder.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Save(runs.Run{ID: id, Status: runs.Running, State: signals.Permission,
		Supervisor: runs.Self()}); err != nil {
		t.Fatal(err)
	}
	runtest.Eventually(t, "that the run is seen", func() bool { return len(read()) == 1 })
	return func() []runtest.Notification { return read()[1:] }
}

// TestSessionsWithoutSteadAreWatched has each CLI go on with a session of its own, by itself: stead sees the turn end,
// once.
func TestSessionsWithoutSteadAreWatched(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(harness.CLI.HasTools) {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, runtest.Hop(cli, 1)...)
			names, err := harness.Fixtures(cli)
			if err != nil {
				t.Fatal(err)
			}
			session := g.Place(cli, names[0])
			seen := watches(t, g)
			g.Resume(session, runtest.Prompt)
			ended := time.Now()
			finished := func() (found []runtest.Notification) {
				for _, one := range seen() {
					if one.Kind == "finished" {
						found = append(found, one)
					}
				}
				return found
			}
			runtest.Eventually(t, "that the turn is seen to end", func() bool { return len(finished()) > 0 })
			one := finished()[0]
			if one.CLI != cli || !strings.HasPrefix(one.About, "Hop 1 is done.") || one.Run != "" {
				t.Errorf("got %+v", one)
			}
			t.Logf("told %v after the CLI has ended", one.At.Sub(ended).Round(time.Millisecond))
			for _, one := range seen() {
				if one.Kind == "failed" || one.Kind == "limited" || one.Kind == "waiting" {
					t.Errorf("false alarm: %+v", one)
				}
			}
			if n := len(finished()); n != 1 {
				t.Errorf("the end was told %d times: %+v", n, seen())
			}
		})
	}
}
