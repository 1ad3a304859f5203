package run_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// startingAnAgent is the call with which a CLI's model starts a sub-agent. Codex 0.171.0 offers that tool to few models, and in a namespace, of which the
// provider knows nothing; Pi has none.
var startingAnAgent = map[string]provider.ToolCall{
	"claude":   {Tool: "Agent", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general-purpose"}`},
	"gemini":   {Tool: "invoke_agent", Arguments: `{"agent_name":"generalist","prompt":"Count the files."}`},
	"kimi":     {Tool: "Agent", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"coder"}`},
	"opencode": {Tool: "task", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general"}`},
	"qwen":     {Tool: "agent", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general-purpose"}`},
}

// TestJournalHasWhatSubAgentsSaid looks for it in the run's journal when the CLI has ended, where the session itself has only the agent's answer.
func TestJournalHasWhatSubAgentsSaid(t *testing.T) {
	for cli, call := range startingAnAgent {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, append(provider.Steps(provider.Use(call), provider.Say("There are five of them.")),
				provider.Step{Reply: provider.Say("All is done."), Always: true})...)
			session := runtest.SmallSession(g, cli)
			runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", cli, "-p", runtest.Prompt, "--headless"), 0)
			run := runtest.OnlyRecord(t, g)
			for _, from := range []string{"run:" + run.Run, cli + ":" + run.To.ID} {
				shown := g.Stead("show", from, "--full")
				runtest.Exits(t, shown, 0)
				if !strings.Contains(shown.Stdout, "sub-agent") || !strings.Contains(shown.Stdout, "There are five of them.") {
					t.Errorf("%s is shown as\n%s", from, shown.Stdout)
				}
			}
		})
	}
}
