package run_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// startingAnAgent is the call with which a CLI's model starts a sub-agent. Codex 0.171.0 names the first namespace in a
// message and takes the call although its request has no definition of it; the second one it declares. Pi has no
// sub-agents.
var startingAnAgent = map[string]provider.ToolCall{
	"claude": {Tool: "Agent",
		Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general-purpose"}`},
	"codex": {Namespace: "multi_agent_v1", Tool: "spawn_agent", Arguments: `{"message":"Count the files."}`},
	"codex/v2": {Namespace: collaboration, Tool: "spawn_agent",
		Arguments: `{"message":"Count the files.","task_name":"count"}`},
	"gemini":   {Tool: "invoke_agent", Arguments: `{"agent_name":"generalist","prompt":"Count the files."}`},
	"kimi":     {Tool: "Agent", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"coder"}`},
	"opencode": {Tool: "task", Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general"}`},
	"qwen": {Tool: "agent",
		Arguments: `{"prompt":"Count the files.","description":"Count","subagent_type":"general-purpose"}`},
}

// collaboration is the namespace of Codex's second version of sub-agents, which newer models get unasked.
const collaboration = "collaboration"

// asksForAgents lets any model have them.
func asksForAgents(t *testing.T, g *harness.Environment) {
	t.Helper()
	runtest.Configured(t, g, ".codex/config.toml", "[features]", "[features]\nmulti_agent_v2 = true")
}

// TestJournalHasWhatSubAgentsSaid looks for it in the run's journal when the CLI has ended, where the session itself
// has at most the agent's answer. The model answers its user when the agent has answered: Codex does not wait for that.
func TestJournalHasWhatSubAgentsSaid(t *testing.T) {
	t.Parallel()
	const task, answer = "Count the files.", "There are five of them."
	for name, call := range startingAnAgent {
		t.Run(name, func(t *testing.T) {
			cli, version, _ := strings.Cut(name, "/")
			runtest.Proves(t, cli)
			t.Parallel()
			hold := provider.NewHold()
			g := harness.New(t, provider.Step{Reply: provider.Use(call)},
				provider.Step{When: provider.Prompted(task), Reply: provider.Say(answer)},
				provider.Step{Reply: provider.Reply{Text: "All is done.", Hold: hold}}, provider.Step{
					Reply: provider.Say("All is done."), Always: true})
			t.Cleanup(hold.Release)
			if version == "v2" {
				asksForAgents(t, g)
			}
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

// TestWhatAnAgentAnswersIsDelivered has Codex's model wait for its agent, whose answer comes as a message of its own.
// The next CLI is told that.
func TestWhatAnAgentAnswersIsDelivered(t *testing.T) {
	t.Parallel()
	const task, answer = "Count the files.", "There are five of them."
	waits := provider.ToolCall{Namespace: collaboration, Tool: "wait_agent", Arguments: `{"timeout_ms":60000}`}
	g := harness.New(t, provider.Step{When: provider.Prompted(task), Reply: provider.Say(answer)},
		provider.Step{Reply: provider.Use(startingAnAgent["codex/v2"])},
		provider.Step{Reply: provider.Use(waits)}, provider.Step{Reply: provider.Say("All is done."), Always: true})
	asksForAgents(t, g)
	runtest.Exits(t, g.Stead("run", "--to", "codex", "-p", runtest.Prompt, "--headless"), 0)
	run := runtest.OnlyRecord(t, g)
	for _, from := range []string{"run:" + run.Run, "codex:" + run.To.ID} {
		runtest.Exits(t, g.Stead("run", "--from", from, "--to", "pi", "-p", "And then?", "--headless"), 0)
		turns := g.Turns()
		if told := runtest.Conversation(g, "pi", turns[len(turns)-1]); strings.Count(told, answer) != 1 {
			t.Errorf("from %s, Pi is told\n%s", from, told)
		}
	}
}
