package run_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// startingAnAgent is the call with which a CLI's model starts a sub-agent. Codex 0.171.0 names the tool's namespace in a message and takes the call
// although its request has no definition of it. Pi has no sub-agents.
var startingAnAgent = map[string]provider.ToolCall{
	"claude":   {Tool: "Agent", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general-purpose"}`},
	"codex":    {Namespace: "multi_agent_v1", Tool: "spawn_agent", Arguments: `{"message":"Count the files."}`},
	"gemini":   {Tool: "invoke_agent", Arguments: `{"agent_name":"generalist","prompt":"Count the files."}`},
	"kimi":     {Tool: "Agent", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"coder"}`},
	"opencode": {Tool: "task", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general"}`},
	"qwen":     {Tool: "agent", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general-purpose"}`},
}

// TestJournalHasWhatSubAgentsSaid looks for it in the run's journal when the CLI has ended, where the session itself has at most the agent's answer. The
// model answers its user when the agent has answered: Codex does not wait for that.
func TestJournalHasWhatSubAgentsSaid(t *testing.T) {
	const task, answer = "Count the files.", "There are five of them."
	for cli, call := range startingAnAgent {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			hold := provider.NewHold()
			g := harness.New(t, provider.Step{Reply: provider.Use(call)}, provider.Step{When: provider.Prompted(task), Reply: provider.Say(answer)},
				provider.Step{Reply: provider.Reply{Text: "All is done.", Hold: hold}}, provider.Step{Reply: provider.Say("All is done."), Always: true})
			t.Cleanup(hold.Release)
			session := runtest.SmallSession(g, cli)
			process := g.Start(g.SteadPath(), "run", "--from", session.Ref(), "--to", cli, "-p", runtest.Prompt, "--headless")
			runtest.Reached(t, g, hold)
			run := runtest.OnlyRecord(t, g)
			runtest.Eventually(t, "the agent has answered", func() bool {
				return strings.Contains(g.Stead("show", cli+":"+run.To.ID, "--full").Stdout, answer)
			})
			hold.Release()
			runtest.Exits(t, g.Wait(process), 0)
			for _, from := range []string{"run:" + run.Run, cli + ":" + run.To.ID} {
				shown := g.Stead("show", from, "--full")
				runtest.Exits(t, shown, 0)
				if !strings.Contains(shown.Stdout, "sub-agent") || !strings.Contains(shown.Stdout, answer) {
					t.Errorf("%s is shown as\n%s", from, shown.Stdout)
				}
			}
		})
	}
}
