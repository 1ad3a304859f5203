// Package mcp_test has the real CLIs use the server of sessions as their configuration by stead has it.
package mcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// prompt is what each CLI is asked.
const prompt = "What was done here before?"

// users are the CLIs that use the server: how one headless turn is started, with what the installation says it needs,
// and how the model's call of a tool is spelled. Where trust is set, the server is installed so that it may be called
// without asking.
var users = map[string]struct {
	line   []string
	prefix string
	trust  bool
}{
	"claude":   {line: []string{"claude", "-p", prompt, "--allowedTools", "mcp__stead"}, prefix: "mcp__stead__"},
	"codex":    {line: []string{"codex", "exec", "--json", "--skip-git-repo-check", prompt}, prefix: "mcp__stead__"},
	"gemini":   {line: []string{"gemini", "-p", prompt}, prefix: "mcp_stead_", trust: true},
	"opencode": {line: []string{"opencode", "run", prompt}, prefix: "stead_"},
	"qwen":     {line: []string{"qwen", "-p", prompt}, prefix: "mcp__stead__", trust: true},
	"kimi":     {line: []string{"kimi", "-p", prompt}, prefix: "mcp__stead__"},
}

// TestAgentsLookIntoTheSessionsOfOthers has the model of each CLI list, search and read a session that lies in the
// project, and ask what another CLI would get of it: what the tools answer reaches the model.
func TestAgentsLookIntoTheSessionsOfOthers(t *testing.T) {
	t.Parallel()
	for cli, user := range users {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			use := func(tool, arguments string) provider.ToolCall {
				return provider.ToolCall{ID: "call_" + tool, Tool: user.prefix + tool, Arguments: arguments}
			}
			g := harness.New(t, provider.Steps(
				provider.Use(use("list_sessions", `{}`), use("search_sessions", `{"query":"\"fixed add\""}`)),
				provider.Use(use("show_session", `{"session":"pi:."}`), use("hand_over", `{"session":"pi:.","to":"claude"}`)),
				provider.Say("Nothing but a bug was fixed."),
			)...)
			if p := harness.Of(cli).Permission; cli == "claude" { // so that only --allowedTools allows them
				replace(t, filepath.Join(g.Dir, p.File), p.Free, p.Asks)
			}
			placed := g.Place("pi", "01-tools")
			install := []string{"mcp", "install", cli}
			if user.trust {
				install = append(install, "--trust")
			}
			runtest.Exits(t, g.Stead(install...), 0)
			done := g.Run(user.line[0], user.line[1:]...)
			if done.Code != 0 {
				t.Fatalf("exit %d\n%s%s", done.Code, done.Stdout, done.Stderr)
			}
			answers(t, g, placed)
		})
	}
}

// answers fails the test unless what the tools answered has reached the model.
func answers(t *testing.T, g *harness.Environment, session harness.Session) {
	t.Helper()
	turns := g.Turns()
	got := map[string]string{}
	for _, item := range turns[len(turns)-1].Items {
		if item.Kind == provider.Result {
			got[item.CallID] += item.Text
		}
	}
	for tool, parts := range map[string][]string{
		"list_sessions":   {session.ID[:8], " of " + g.Work},
		"search_sessions": {"1 hit in 1 session", session.ID[:8], "All done: fixed add()."},
		"show_session":    {session.ID, "What follows is a record", "[assistant]\nReading the files."},
		"hand_over":       {"Nothing was started", "stead run --from pi:" + session.ID + " --to claude", "delivered"},
	} {
		for _, part := range parts {
			if !strings.Contains(got["call_"+tool], part) {
				t.Errorf("the answer of %s lacks %q:\n%s", tool, part, got["call_"+tool])
			}
		}
	}
}

// replace puts one text in the place of another in a file.
func replace(t *testing.T, path, old, new string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(content), old, new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestAPromptIsACommandOfTheCLI has the user type the prompt that continues another CLI's session. Each CLI makes a
// command of it: the end of that session reaches the model.
func TestAPromptIsACommandOfTheCLI(t *testing.T) {
	t.Parallel()
	for cli, command := range map[string]string{
		"claude": "/mcp__stead__continue_from pi:.", "gemini": `/continue_from --session="pi:."`,
		"qwen": `/continue_from --session="pi:."`,
	} {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("A bug was fixed; it goes on."))...)
			placed := g.Place("pi", "01-tools")
			install := []string{"mcp", "install", cli}
			if users[cli].trust {
				install = append(install, "--trust")
			}
			runtest.Exits(t, g.Stead(install...), 0)
			line := users[cli].line
			// Claude Code (2.1.332) begins a headless turn while its servers connect. On a busy machine it does not know
			// the command yet, and takes it for a text.
			done := g.Run("env", "MCP_CONNECTION_NONBLOCKING=0", line[0], line[1], command)
			if done.Code != 0 {
				t.Fatalf("exit %d\n%s%s", done.Code, done.Stdout, done.Stderr)
			}
			turns := g.Turns()
			text := ""
			for _, item := range turns[len(turns)-1].Items {
				text += item.Text
			}
			for _, part := range []string{"Continue the work of the session pi:" + placed.ID[:8], "All done: fixed add()."} {
				if !strings.Contains(text, part) {
					t.Errorf("the model was not told %q:\n%.2000s", part, text)
				}
			}
		})
	}
}
