package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// hop is one turn in a CLI: a tool call that really runs, and an answer, told from others by a number.
func hop(cli string, number int) []provider.Step {
	return provider.Steps(
		provider.Reply{Text: fmt.Sprintf("Hop %d looks.", number), Calls: []provider.ToolCall{shell(cli, fmt.Sprintf("echo ran-%d", number))}},
		provider.Say(fmt.Sprintf("Hop %d is done.", number)),
	)
}

// hopPrompt has no word that is a number: opencode run 1.18.33 stumbles over those.
func hopPrompt(number int) string { return fmt.Sprintf("Prompt of hop-%d.", number) }

// carries continues a session in another CLI by stead and returns where it went on.
func carries(t *testing.T, g *harness.Environment, from, to string, number int) runResult {
	t.Helper()
	g.Provider.Add(hop(to, number)...)
	result := g.Stead("run", "--from", from, "--to", to, "-p", hopPrompt(number), "--json")
	exits(t, result, 0)
	last := lastLine(t, result.Stdout)
	if last.Status != "completed" || last.FinalText != fmt.Sprintf("Hop %d is done.", number) {
		t.Fatalf("hop %d ended so: %+v\n%s", number, last, result.Stderr)
	}
	return last
}

// holdsHops fails the test when a request does not hold the source's conversation and then the hops, each part once and
// in order. The last hop is the one that the request is of: only its prompt is in it.
func holdsHops(t *testing.T, got string, source []string, hops ...int) {
	t.Helper()
	want := source
	for i, number := range hops {
		want = append(want, hopPrompt(number))
		if i == len(hops)-1 {
			break
		}
		want = append(want, fmt.Sprintf("Hop %d looks.", number), fmt.Sprintf("Hop %d is done.", number))
		for _, kind := range []string{" call ", " result "} {
			if count := linesWith(got, kind, fmt.Sprintf("ran-%d", number)); count != 1 {
				t.Errorf("hop %d has %d%ss, want one, in\n%s", number, count, kind, got)
			}
		}
	}
	inOrder(t, got, want)
}

func linesWith(text string, parts ...string) int {
	count := 0
	for line := range strings.Lines(text) {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) }) {
			count++
		}
	}
	return count
}

// inOrder fails the test when a text does not hold the parts in their order, each once; a command and its output are told
// apart by their surroundings.
func inOrder(t *testing.T, text string, parts []string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		quoted := strings.Trim(fmt.Sprintf("%q", part), `"`)
		_, after, found := strings.Cut(rest, quoted)
		if !found {
			t.Errorf("%q is missing or out of order in\n%s", part, text)
			continue
		}
		if strings.Count(text, quoted) != 1 {
			t.Errorf("%q is there %d times in\n%s", part, strings.Count(text, quoted), text)
		}
		rest = after
	}
}

// lastTurn returns the conversation of the first request of the newest hop, of two requests.
func lastTurn(g *harness.Environment, cli string) string {
	turns := g.Turns()
	return conversation(g, cli, turns[len(turns)-2])
}

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
	out := carries(t, g, session.Ref(), away, 1)
	reference := "run:" + out.Run
	if by == "session" {
		reference = out.To.CLI + ":" + out.To.ID
	}
	back := carries(t, g, reference, home, 2)
	if back.To.ID == session.ID {
		t.Error("the session came back under its own id")
	}
	holdsHops(t, lastTurn(g, home), said[home], 1, 2)
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
			out := carries(t, g, session.Ref(), c.away, 1)
			g.Provider.Add(hop(c.away, 2)...)
			g.Resume(harness.Session{CLI: out.To.CLI, ID: out.To.ID, Path: out.To.Path}, hopPrompt(2))
			for number, reference := range map[int]string{3: "run:" + out.Run, 4: out.To.CLI + ":" + out.To.ID} {
				carries(t, g, reference, c.home, number)
				holdsHops(t, lastTurn(g, c.home), nil, 1, 2, number)
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
			var last runResult
			for number, to := range []string{c.away, c.home, c.away, c.home} {
				last = carries(t, g, from, to, number+1)
				from = last.To.CLI + ":" + last.To.ID
			}
			holdsHops(t, lastTurn(g, c.home), said[c.home], 1, 2, 3, 4)
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
	g.Provider.Add(hop("codex", 1)...)
	exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "--cwd", moved, "-p", hopPrompt(1)), 0)
	planned := g.Stead("run", "--from", "run:latest", "--to", "claude", "--dry-run", "--json")
	exits(t, planned, 0)
	var plan struct{ Dir string }
	if err := json.Unmarshal([]byte(planned.Stdout), &plan); err != nil || plan.Dir != moved {
		t.Errorf("it goes back in %q (%v), want %q", plan.Dir, err, moved)
	}
}
