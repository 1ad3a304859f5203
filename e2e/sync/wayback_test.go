package sync_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// said is what stands in the session that goes away and comes back.
var said = map[string][]string{
	"claude": {"Fix the bug in main.py and run it.", "I'll look at the file first.", "Now I run it.", "5\nerr", "Fixed the bug in `add`, ran it, and wrote NOTES.md."},
	"codex": {"fix the add function in calc.py", "I'll look at the file first.", "cat calc.py && git status --short", "Fixed: `add` now returns `a + b`.",
		"run the tests now", "Running the tests.", "The tests fail: module is missing (exit 3).", "search the web for go-memdb", "Searched."},
	"gemini": {"Look around and edit things [[tools]]", "I'll start by reading the file.", "Done: read README.md, wrote src/hello.txt and edited notes.txt."},
	"kimi": {"RUN_TOOLS What is in notes.txt, and list the files?", "Let me look at the files.", "MOCK ANSWER 2", "Thanks. One more question: what is 2+2?",
		"MOCK ANSWER 7"},
	"opencode": {"What is this project about?", "This is a small demo with an add and a sub function.", "Which file has the functions?",
		"`src/calc.py` has add and sub.", "Thanks, in one line", "You are welcome. Ünïcödé ✓ 日本語"},
	"pi":   {"please [[tools]] now", "Reading the files.", "All done: fixed add()."},
	"qwen": {"Look around and edit [[qtools]]", "I'll start by reading the file.", "Done: read README.md, wrote src/hello.txt and edited notes.txt."},
}

// TestWayBackReturnsTheOriginalLines goes from a CLI into another one, works there, and comes back by either of the references.
func TestWayBackReturnsTheOriginalLines(t *testing.T) {
	both := []string{"run", "session"}
	for _, c := range []struct {
		home, session, away string
		by                  []string
	}{
		{"claude", "tools", "codex", both}, {"codex", "7b03", "claude", both[1:]}, {"claude", "tools", "claude", both[:1]}, {"codex", "7b03", "codex", both[1:]},
		{"claude", "tools", "opencode", both[1:]}, {"gemini", "tools", "claude", both[:1]}, {"claude", "tools", "kimi", both[1:]},
		{"qwen", "02-tools", "claude", both[:1]}, {"claude", "tools", "pi", both[1:]}, {"opencode", "plain", "claude", both[:1]},
		{"kimi", "tools", "claude", both[:1]}, {"pi", "01-tools", "claude", both[:1]},
	} {
		for _, by := range c.by {
			t.Run(c.home+" by "+c.away+"/"+by, func(t *testing.T) {
				t.Parallel()
				goesAwayAndBack(t, c.home, c.session, c.away, by)
			})
		}
	}
}

func goesAwayAndBack(t *testing.T, home, name, away, by string) {
	g := harness.New(t)
	session := g.Place(home, name)
	original := nativeLines(t, g, session)
	out := runtest.Continues(t, g, session.Ref(), away, 1)
	reference := "run:" + out.Run
	if by == "session" {
		reference = out.To.CLI + ":" + out.To.ID
	}
	back := runtest.Continues(t, g, reference, home, 2)
	if back.To.ID == session.ID {
		t.Error("the session came back under its own id")
	}
	runtest.HoldsHops(t, runtest.LastTurn(g, home), said[home], 1, 2)
	originalLines(t, original, session.ID, nativeLines(t, g, harness.Session{CLI: home, ID: back.To.ID, Path: back.To.Path}), back.To.ID)
}

// nativeLines are a session's records as its CLI keeps them: the lines of its file, or the parts of its messages in OpenCode's database.
func nativeLines(t *testing.T, g *harness.Environment, session harness.Session) []byte {
	t.Helper()
	if session.CLI != "opencode" {
		return g.Read(session.Path)
	}
	result := g.Run("opencode", "db", "select data from part where session_id = '"+session.ID+"' order by id", "--format", "json")
	var rows []struct{ Data string }
	if err := json.Unmarshal([]byte(result.Stdout), &rows); err != nil {
		t.Fatalf("read the parts of %s: %v\n%s%s", session.ID, err, result.Stdout, result.Stderr)
	}
	var lines []byte
	for _, row := range rows {
		lines = append(append(lines, row.Data...), '\n')
	}
	return lines
}

// originalLines fails the test unless the lines of the original stand in what came back, in order, but for the session's id.
func originalLines(t *testing.T, original []byte, id string, back []byte, newID string) {
	t.Helper()
	rest := back
	for line := range bytes.Lines(bytes.ReplaceAll(original, []byte(id), []byte(newID))) {
		_, after, found := bytes.Cut(rest, line)
		if !found {
			t.Errorf("did not come back:\n%.300s", line)
			continue
		}
		rest = after
	}
	if len(rest) == 0 {
		t.Error("the new turns are missing")
	}
}

// TestWayBackBringsWhatWasAddedAfterTheRun goes on with the session natively, without stead.
func TestWayBackBringsWhatWasAddedAfterTheRun(t *testing.T) {
	for _, c := range []struct{ home, session, away string }{{"claude", "tools", "codex"}, {"codex", "78a8", "claude"}} {
		t.Run(c.home, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := g.Place(c.home, c.session)
			out := runtest.Continues(t, g, session.Ref(), c.away, 1)
			g.Provider.Add(runtest.Hop(c.away, 2)...)
			g.Resume(harness.Session{CLI: out.To.CLI, ID: out.To.ID, Path: out.To.Path}, runtest.HopPrompt(2))
			for number, reference := range map[int]string{3: "run:" + out.Run, 4: out.To.CLI + ":" + out.To.ID} {
				runtest.Continues(t, g, reference, c.home, number)
				runtest.HoldsHops(t, runtest.LastTurn(g, c.home), nil, 1, 2, number)
			}
		})
	}
}

// TestFourHopsKeepEverythingOnce goes back and forth, each time with a turn.
func TestFourHopsKeepEverythingOnce(t *testing.T) {
	for _, c := range []struct{ home, session, away string }{{"claude", "tools", "codex"}, {"codex", "7b03", "claude"}} {
		t.Run(c.home, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := g.Place(c.home, c.session)
			from, original := session.Ref(), g.Read(session.Path)
			var last runtest.RunResult
			for number, to := range []string{c.away, c.home, c.away, c.home} {
				last = runtest.Continues(t, g, from, to, number+1)
				from = last.To.CLI + ":" + last.To.ID
			}
			runtest.HoldsHops(t, runtest.LastTurn(g, c.home), said[c.home], 1, 2, 3, 4)
			originalLines(t, original, session.ID, g.Read(last.To.Path), last.To.ID)
			if _, err := os.Stat(session.Path); err != nil || !bytes.Equal(g.Read(session.Path), original) {
				t.Error("the first session was touched")
			}
		})
	}
}

// TestWayBackStaysInTheFolderOfTheRun goes away with --cwd: the work is there now.
func TestWayBackStaysInTheFolderOfTheRun(t *testing.T) {
	g := harness.New(t)
	session := g.Place("claude", "text")
	moved := filepath.Join(g.Dir, "gone elsewhere")
	if err := os.Mkdir(moved, 0o700); err != nil {
		t.Fatal(err)
	}
	g.Provider.Add(runtest.Hop("codex", 1)...)
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "--cwd", moved, "-p", runtest.HopPrompt(1)), 0)
	planned := g.Stead("run", "--from", "run:latest", "--to", "claude", "--dry-run", "--json")
	runtest.Exits(t, planned, 0)
	var plan struct{ Dir string }
	if err := json.Unmarshal([]byte(planned.Stdout), &plan); err != nil || plan.Dir != moved {
		t.Errorf("it goes back in %q (%v), want %q", plan.Dir, err, moved)
	}
}
