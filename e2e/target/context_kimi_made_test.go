package target_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// What Kimi Code's own model was told by hooks and a skill reaches the model of another CLI, in a session that Kimi
// Code has just written.
func TestWhatKimiCodeToldReachesAnotherModel(t *testing.T) {
	runtest.Proves(t, "kimi")
	t.Parallel()
	g := harness.New(t, provider.Steps(
		provider.Reply{Calls: []provider.ToolCall{{ID: "c1", Tool: "Skill", Arguments: `{"skill":"release"}`}}},
		provider.Say("ANSWERONE"), provider.Say("ANSWERTWO"), provider.Say("It goes on."),
	)...)
	hooked(t, g)
	runtest.Exits(t, g.Run("kimi", "--model", "mock", "--prompt=PROMPTONE go"), 0)
	runtest.Exits(t, g.Stead("run", "--from", "kimi:latest", "--to", "codex", "-p", runtest.Prompt), 0)
	turns := g.Turns()
	last := turns[len(turns)-1]
	for word, isAnswer := range map[string]bool{"PROMPTONE": false, "HOOKPROMPT": false, "SKILLTEXT": false,
		"ANSWERONE": true, "HOOKSTOP": false, "ANSWERTWO": true} {
		var roles []string
		for _, item := range last.Items {
			for range strings.Count(item.Text, word) {
				roles = append(roles, item.Role)
			}
		}
		if len(roles) != 1 || (roles[0] == "assistant") != isAnswer {
			t.Errorf("%s was sent as %v", word, roles)
		}
	}
	if t.Failed() {
		for _, item := range last.Items {
			t.Log(item)
		}
	}
}

// hooked gives Kimi Code a skill, and hooks for the prompt and the end of a turn.
func hooked(t *testing.T, g *harness.Environment) {
	t.Helper()
	skill := filepath.Join(g.Work, ".kimi-code", "skills", "release", "SKILL.md")
	if err := os.MkdirAll(filepath.Dir(skill), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(skill, []byte("---\nname: release\ndescription: How to release.\n---\nSKILLTEXT be short.\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(g.Dir, ".kimi-code", "config.toml")
	config := string(g.Read(path)) + `
[[hooks]]
event = "UserPromptSubmit"
command = "echo HOOKPROMPT"

[[hooks]]
event = "Stop"
command = "echo HOOKSTOP >&2; exit 2"
`
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
}
