package run_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit/fixtures"
)

// TestMissingProgramLeavesNothing: what cannot be started is not delivered either.
func TestMissingProgramLeavesNothing(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t)
			session := runtest.SmallSession(g, target)
			if err := os.Remove(filepath.Join(g.Bin, target)); err != nil {
				t.Fatal(err)
			}
			before := fixtures.Snapshot(t, g.Dir)
			result := g.Stead("run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt)
			runtest.Exits(t, result, 5, "not installed", "hint: install it", target)
			runtest.Unchanged(t, before, fixtures.Snapshot(t, g.Dir))
		})
	}
}

// replaceProgram puts a shell script in the place of a CLI and returns the path of the real one.
func replaceProgram(t *testing.T, g *harness.Environment, cli, script string) (original string) {
	t.Helper()
	path := filepath.Join(g.Bin, cli)
	original, err := os.Readlink(path)
	if err == nil {
		err = os.Remove(path)
	}
	if err == nil {
		err = os.WriteFile(path, []byte("#!/bin/sh\n"+strings.ReplaceAll(script, "ORIGINAL", original)), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	return original
}

func TestAnotherVersionIsANoteAndNoRefusal(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := runtest.SmallSession(g, target)
			replaceProgram(t, g, target, `if [ "$1" = --version ]; then echo "`+target+` 99.1.0"; exit; fi
exec "ORIGINAL" "$@"
`)
			result := g.Stead("run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt)
			runtest.Exits(t, result, 0, "note: ", "99.1.0")
			if result.Stdout != "It goes on.\n" {
				t.Errorf("the answer is %q", result.Stdout)
			}
		})
	}
}

// codexVersion begins a script that stands in for Codex.
const codexVersion = `if [ "$1" = --version ]; then echo "codex-cli 0.169.0"; exit; fi` + "\n"

// TestUnprovenSessionIsRefused puts programs in Codex's place that do not take the injected session. Codex itself
// starts an empty thread, and ends with 0, when it does not find the wanted one.
func TestUnprovenSessionIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, script, says string }{
		{"another id, and it goes on", `echo '{"type":"thread.started","thread_id":"00000000-0000-4000-8000-000000000000"}'
sleep 600 & trap '' INT TERM
sleep 600
`, "continued session 00000000-0000-4000-8000-000000000000"},
		{"another id, and it ends", `echo '{"type":"thread.started","thread_id":"00000000-0000-4000-8000-000000000000"}'`,
			"continued session 00000000-0000-4000-8000-000000000000"},
		{"no word", "exit 0\n", "ended before it showed that it took session"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := g.Place("claude", "text")
			replaceProgram(t, g, "codex", codexVersion+c.script)
			result := g.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", runtest.Prompt, "--json")
			runtest.NothingLeft(t, g)
			runtest.Exits(t, result, 6, c.says)
			if last := runtest.LastLine(t, result.Stdout); last.Status != "failed" || last.ExitCode != 6 {
				t.Errorf("the last line is %+v", last)
			}
			if run := runtest.OnlyRecord(t, g); run.Status != "failed" || run.ExitCode != 6 ||
				!strings.Contains(run.Reason, c.says) {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}

// TestFailureOfTheModelIsQuoted expects each CLI's own words: Codex 0.169.0 has words of its own for a server's
// failure.
func TestFailureOfTheModelIsQuoted(t *testing.T) {
	t.Parallel()
	const own = "the model is out of order"
	for _, c := range []struct {
		target, kind string
		status       int
		says         string
	}{
		{"claude", "authentication_error", http.StatusUnauthorized, own},
		{"claude", "api_error", http.StatusInternalServerError, own},
		{"codex", "invalid_request_error", http.StatusUnauthorized, own},
		{"codex", "server_error", http.StatusInternalServerError, "experiencing high demand"},
	} {
		t.Run(c.target+"/"+http.StatusText(c.status), func(t *testing.T) {
			runtest.Proves(t, c.target)
			t.Parallel()
			g := harness.New(t, provider.Step{Reply: provider.Fail(c.status, c.kind, own), Always: true})
			session := runtest.SmallSession(g, c.target)
			result := g.Stead("run", "--from", session.Ref(), "--to", c.target, "-p", runtest.Prompt, "--json")
			runtest.Exits(t, result, 7, c.says)
			if run := runtest.OnlyRecord(t, g); run.Status != "failed" || run.ExitCode != 7 ||
				!strings.Contains(run.Reason, c.says) {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}
