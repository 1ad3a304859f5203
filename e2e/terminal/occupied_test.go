package terminal_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestSessionThatIsStillOpenIsNoticed runs stead from a session that its CLI has open: the user is told, and everything
// that was written so far comes along.
func TestSessionThatIsStillOpenIsNoticed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source, session, target string
		line                    []string
	}{
		{"claude", "tools", "codex", []string{"claude", "--resume"}},
		{"codex", "00000000000a", "claude", []string{"codex", "resume", "-c", "features.daemon_auto_start=false"}},
	} {
		t.Run(c.source, func(t *testing.T) {
			runtest.Proves(t, c.target)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It is said in the open session."), provider.Say("It goes on."),
				provider.Say("It goes on."))...)
			session := g.Place(c.source, c.session)
			x := runtest.ShellOn(t, g, runtest.Large, append(c.line, session.ID)...)
			x.SeesReady(c.source)
			// Codex tells an answer to its screen before it writes it for the model.
			ended := strings.Count(string(g.Read(session.Path)), harness.Of(c.source).Screen.TurnEnd)
			x.Submits("Say something new.")
			x.Sees("It is said in the open session.")
			runtest.Eventually(t, "the turn is in the file", func() bool {
				return strings.Count(string(g.Read(session.Path)), harness.Of(c.source).Screen.TurnEnd) > ended
			})
			result := g.Run(g.SteadPath(), "run", "--from", session.Ref(), "--to", c.target, "-p", runtest.Prompt)
			runtest.Exits(t, result, 0)
			if !strings.Contains(result.Stderr, "note: "+session.Ref()+" is still open in ") ||
				!strings.Contains(result.Stderr, "(process ") {
				t.Errorf("nothing is said of the open session:\n%s", result.Stderr)
			}
			turns := g.Turns()
			got := runtest.Conversation(g, c.target, turns[len(turns)-1])
			for _, text := range []string{"Say something new.", "It is said in the open session."} {
				if !strings.Contains(got, text) {
					t.Errorf("%q did not come along:\n%s", text, got)
				}
			}
			x.Quits(c.source)
			x.Ends()
			if again := g.Run(g.SteadPath(), "run", "--from", session.Ref(), "--to", c.target, "-p",
				runtest.Prompt); strings.Contains(again.Stderr, "still open") {
				t.Errorf("a session that was closed is taken for open:\n%s", again.Stderr)
			}
		})
	}
}

// TestSessionThatIsOpenElsewhereIsNoticedInside has the user of a run go back to a session inside the CLI that he has
// opened in another terminal meanwhile.
func TestSessionThatIsOpenElsewhereIsNoticedInside(t *testing.T) {
	runtest.Proves(t, "claude")
	t.Parallel()
	g, x := converses(t, "claude", "What is the first word?", "Alpha.", "Beta.", "Gamma.")
	begun := runtest.OnlyRecord(t, g).To.ID
	commands(x, startingAnew["claude"])
	asksAndSees(t, g, x, "And what is the second word?", "Beta.")
	runtest.Eventually(t, "the run is in another session", func() bool { return runtest.OnlyRecord(t, g).To.ID != begun })
	other := runtest.ShellOn(t, g, runtest.Large, "claude", "--resume", begun)
	other.Sees("Alpha.")
	presses(x, comingBack["claude"]...)
	x.Sees("Alpha.")
	asksAndSees(t, g, x, "What is the third word now?", "Gamma.")
	runtest.Eventually(t, "the run is back", func() bool { return runtest.OnlyRecord(t, g).To.ID == begun })
	other.Quits("claude")
	other.Ends()
	runtest.Leaves(t, g, x, "claude")
	isTold(t, x, "claude:"+begun+" is also open in another Claude Code (process ")
}
