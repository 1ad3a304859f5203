package target_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestPiOpensSubAgentsSessions takes a session with a sub-agent into Pi, which must go on with the main session as if
// there were none, and then open the sub-agent's, which is linked to it. Stead reads it back with the main one, and
// brings both home.
func TestPiOpensSubAgentsSessions(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."), provider.Say("The agent, too."),
		provider.Say("Once more."))...)
	session := g.Place("claude", "subagent.jsonl")
	result := g.Stead("run", "--from", session.Ref(), "--to", "pi", "-p", runtest.Prompt, "--json")
	runtest.Exits(t, result, 0)
	run := runtest.LastLine(t, result.Stdout)
	agents, err := filepath.Glob(filepath.Join(filepath.Dir(run.To.Path), "*_agent-*.jsonl"))
	if err != nil || len(agents) != 1 {
		t.Fatalf("%d sessions of sub-agents beside %s, error %v", len(agents), run.To.Path, err)
	}
	if head, _, _ := strings.Cut(string(g.Read(agents[0])), "\n"); !strings.Contains(head,
		`"parentSession":"`+run.To.Path+`"`) {
		t.Errorf("it does not name the main session: %s", head)
	}
	for _, l := range run.Delivered.Losses {
		if strings.Contains(l.What, "sub-agent") {
			t.Errorf("it is declared as lost: %+v", l)
		}
	}
	before := g.Read(agents[0])
	g.Resume(harness.Session{CLI: "pi", Path: agents[0]}, "What did you find?")
	turns := g.Turns()
	if len(turns) != 2 {
		t.Fatalf("%d turns", len(turns))
	}
	main, agent := runtest.Conversation(g, "pi", turns[0]), runtest.Conversation(g, "pi", turns[1])
	if strings.Contains(main, "What did you find?") || !strings.Contains(main, runtest.Prompt) {
		t.Errorf("the main session is\n%s", main)
	}
	if !strings.Contains(agent, "What did you find?") || strings.Contains(agent, runtest.Prompt) ||
		strings.Count(agent, "\n") < 3 {
		t.Errorf("the sub-agent's session is\n%s", agent)
	}
	if after := g.Read(agents[0]); !strings.HasPrefix(string(after), string(before)) || len(after) == len(before) {
		t.Error("Pi did not go on in the sub-agent's file, or changed what was there")
	}
	runtest.Exits(t, g.Stead("session", "convert", "pi:"+run.To.ID, "--to", "universal", "-o",
		filepath.Join(g.Work, "out.json")), 0)
	if whole := string(g.Read(filepath.Join(g.Work, "out.json"))); !strings.Contains(whole, `"children"`) ||
		!strings.Contains(whole, "The agent, too.") {
		t.Error("the sub-agent's session is not read back with the main one")
	}
	home := g.Stead("run", "--from", "pi:"+run.To.ID, "--to", "claude", "-p", "And home.", "--json")
	runtest.Exits(t, home, 0)
	back := runtest.LastLine(t, home.Stdout)
	if found, _ := filepath.Glob(filepath.Join(strings.TrimSuffix(back.To.Path, ".jsonl"), "subagents", "*.jsonl")); len(
		found) != 1 {
		t.Errorf("%d transcripts of sub-agents beside %s", len(found), back.To.Path)
	}
}
