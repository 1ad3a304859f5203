package fork_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestForkIsAsGoodAsTheCLIsOwn lets a CLI fork its own session and go on, and stead too: the model gets the same, and
// what is kept of the origin is the same.
func TestForkIsAsGoodAsTheCLIsOwn(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(func(c harness.CLI) bool { return c.Fork != nil }) {
		c := harness.Of(cli).Fork
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			own := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			source := own.Place(cli, c.Session)
			before := listedSessions(t, own, cli)
			line := c.Line(source, runtest.Prompt)
			runtest.Exits(t, own.Run(line[0], line[1:]...), 0)
			theirs := ""
			for reference := range listedSessions(t, own, cli) {
				if !before[reference] {
					theirs = reference
				}
			}
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			result := g.Stead("fork", g.Place(cli, c.Session).Ref(), "-p", runtest.Prompt, "--json")
			runtest.Exits(t, result, 0)
			ours := runtest.LastLine(t, result.Stdout).To
			if diff := cmp.Diff(runtest.Conversation(own, cli, own.Turns()[0]),
				runtest.Conversation(g, cli, g.Turns()[0])); diff != "" {
				t.Errorf("the model gets something else (- by %s, + by stead):\n%s", cli, diff)
			}
			if diff := cmp.Diff(kept(t, own, theirs, c.KeepsIDs), kept(t, g, ours.CLI+":"+ours.ID, c.KeepsIDs)); diff != "" {
				t.Errorf("something else is kept (- by %s, + by stead):\n%s", cli, diff)
			}
		})
	}
}

// listedSessions are the references of a CLI's sessions.
func listedSessions(t *testing.T, g *harness.Environment, cli string) map[string]bool {
	t.Helper()
	listing := g.Stead("list", "--cli", cli, "--json")
	runtest.Exits(t, listing, 0)
	var all []struct{ CLI, ID string }
	if err := json.Unmarshal([]byte(listing.Stdout), &all); err != nil {
		t.Fatal(err)
	}
	references := map[string]bool{}
	for _, s := range all {
		references[s.CLI+":"+s.ID] = true
	}
	return references
}

// kept is the conversation of a fork but for the turn that it has more, an entry a line.
func kept(t *testing.T, g *harness.Environment, reference string, withIDs bool) []string {
	t.Helper()
	shown := g.Stead("show", "--json", reference)
	runtest.Exits(t, shown, 0)
	var lines []string
	for line := range strings.Lines(shown.Stdout) {
		var e struct {
			toldEntry
			Output, Timestamp string
			Input             json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Hidden || e.Branch != "" {
			continue
		}
		if e.Content == runtest.Prompt {
			break
		}
		told := fmt.Sprintf("%s %q %q %q %s", e.Type, e.Content, e.Thinking, e.Output, e.Input)
		if withIDs {
			told = e.ID + " " + e.Timestamp + " " + told
		}
		lines = append(lines, strings.ReplaceAll(told, g.Work, "WORK"))
	}
	return lines
}

// TestForksComeBackAndAreDrawn forks a session in another CLI, lets both go on, and brings the fork's turn back: behind
// what the origin has come to.
func TestForksComeBackAndAreDrawn(t *testing.T) {
	t.Parallel()
	g := harness.New(t, runtest.Hop("codex", 1)...)
	session := g.Place("claude", "tui")
	forked := g.Stead("fork", session.Ref(), "--at", "turn:2", "--to", "codex", "-p", runtest.HopPrompt(1), "--json")
	runtest.Exits(t, forked, 0, "in turn 2 of 3")
	fork := runtest.LastLine(t, forked.Stdout).To
	g.Provider.Add(runtest.Hop("claude", 2)...)
	g.Resume(session, runtest.HopPrompt(2))
	origin := g.Read(session.Path)
	for _, c := range []struct {
		as    string
		wants []string
	}{
		{"full", []string{"Count slowly.", runtest.HopPrompt(2), "Hop 2 is done.", runtest.HopPrompt(1), "Hop 1 looks.",
			"Hop 1 is done.", runtest.HopPrompt(3)}},
		{"summary", []string{"Count slowly.", runtest.HopPrompt(2), "Hop 2 is done.", "Asked: " + runtest.HopPrompt(1),
			runtest.HopPrompt(3)}},
	} {
		g.Provider.Add(runtest.Hop("claude", 3)...)
		runtest.Exits(t, g.Stead("fork", "merge", fork.CLI+":"+fork.ID, "--as", c.as, "-p", runtest.HopPrompt(3)), 0)
		got := runtest.LastTurn(g, "claude")
		at := 0
		for _, want := range c.wants {
			next := strings.Index(got[at:], want)
			if next < 0 {
				t.Fatalf("%s: %q is not behind the others in\n%s", c.as, want, got)
			}
			at += next
		}
	}
	if string(g.Read(session.Path)) != string(origin) {
		t.Error("the origin was touched")
	}
	made := g.Stead("fork", "run:latest")
	runtest.Exits(t, made, 0)
	drawn := g.Stead("fork", "tree", strings.TrimSpace(made.Stdout))
	runtest.Exits(t, drawn, 0)
	for _, line := range []string{
		"claude:" + session.ID[:8], "├─ codex:", "fork after turn 2", "├─ claude:", "merge with codex:" + fork.ID[:8],
		"└─ claude:", "   └─ claude:", "forked",
	} {
		if !strings.Contains(drawn.Stdout, line) {
			t.Errorf("%q is not in\n%s", line, drawn.Stdout)
		}
	}
}
