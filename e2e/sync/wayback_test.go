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

// TestWayBackReturnsTheOriginalLines goes from a CLI into another one, works there, and comes back by either of the
// references. Codex is the other one where any would do: it starts the fastest.
func TestWayBackReturnsTheOriginalLines(t *testing.T) {
	t.Parallel()
	both := []string{"run", "session"}
	for _, c := range []struct {
		pair
		by []string
	}{
		{pair{"claude", "codex"}, both}, {pair{"codex", "claude"}, both[1:]}, {pair{"claude", "claude"}, both[:1]},
		{pair{"codex", "codex"}, both[1:]},
		{pair{"claude", "opencode"}, both[1:]}, {pair{"gemini", "codex"}, both[:1]}, {pair{"claude", "kimi"}, both[1:]},
		{pair{"qwen", "codex"}, both[:1]}, {pair{"claude", "pi"}, both[1:]}, {pair{"opencode", "codex"}, both[:1]},
		{pair{"kimi", "codex"}, both[:1]}, {pair{"pi", "codex"}, both[:1]},
	} {
		for _, by := range c.by {
			t.Run(c.home+" by "+c.away+"/"+by, func(t *testing.T) {
				if c.pair != (pair{"claude", "codex"}) {
					runtest.Proves(t, c.home, c.away)
				}
				t.Parallel()
				goesAwayAndBack(t, c.pair, by)
			})
		}
	}
}

func goesAwayAndBack(t *testing.T, p pair, by string) {
	g := harness.New(t)
	home, away := p.home, p.away
	session := g.Place(home, p.session())
	original := g.Records(session)
	out := runtest.Continues(t, g, session.Ref(), away, 1)
	reference := "run:" + out.Run
	if by == "session" {
		reference = out.To.CLI + ":" + out.To.ID
	}
	back := runtest.Continues(t, g, reference, home, 2)
	if back.To.ID == session.ID {
		t.Error("the session came back under its own id")
	}
	runtest.HoldsHops(t, runtest.LastTurn(g, home), harness.Of(home).Story.Said, 1, 2)
	originalLines(t, original, session.ID, g.Records(harness.Session{CLI: home, ID: back.To.ID, Path: back.To.Path}),
		back.To.ID)
}

// originalLines fails the test unless the lines of the original stand in what came back, in order, but for the
// session's id.
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
	t.Parallel()
	for _, c := range []struct{ home, session, away string }{{"claude", "tools", "codex"}, {"codex", "78a8", "claude"}} {
		t.Run(c.home, func(t *testing.T) {
			runtest.Proves(t, c.away)
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
	t.Parallel()
	for _, c := range []pair{{"claude", "codex"}, {"codex", "claude"}} {
		t.Run(c.home, func(t *testing.T) {
			runtest.Proves(t, c.away)
			t.Parallel()
			g := harness.New(t)
			session := g.Place(c.home, c.session())
			from, original := session.Ref(), g.Read(session.Path)
			var last runtest.RunResult
			for number, to := range []string{c.away, c.home, c.away, c.home} {
				last = runtest.Continues(t, g, from, to, number+1)
				from = last.To.CLI + ":" + last.To.ID
			}
			runtest.HoldsHops(t, runtest.LastTurn(g, c.home), harness.Of(c.home).Story.Said, 1, 2, 3, 4)
			originalLines(t, original, session.ID, g.Read(last.To.Path), last.To.ID)
			if _, err := os.Stat(session.Path); err != nil || !bytes.Equal(g.Read(session.Path), original) {
				t.Error("the first session was touched")
			}
		})
	}
}

// TestWayBackStaysInTheFolderOfTheRun goes away with --cwd: the work is there now.
func TestWayBackStaysInTheFolderOfTheRun(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "text")
	moved := filepath.Join(g.Dir, "gone elsewhere")
	if err := os.Mkdir(moved, 0o700); err != nil {
		t.Fatal(err)
	}
	g.Provider.Add(runtest.Hop("codex", 1)...)
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "--cwd", moved, "-p",
		runtest.HopPrompt(1)), 0)
	planned := g.Stead("run", "--from", "run:latest", "--to", "claude", "--dry-run", "--json")
	runtest.Exits(t, planned, 0)
	var plan struct{ Dir string }
	if err := json.Unmarshal([]byte(planned.Stdout), &plan); err != nil || plan.Dir != moved {
		t.Errorf("it goes back in %q (%v), want %q", plan.Dir, err, moved)
	}
}
