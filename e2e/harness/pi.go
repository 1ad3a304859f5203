package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"stead/e2e/provider"
)

// pi is Pi 0.87.1.
func pi() CLI {
	return CLI{
		Name:     "pi",
		program:  "pi",
		env:      func(*Home) []string { return []string{"PI_OFFLINE=1", "PI_TELEMETRY=0"} },
		files:    piFiles,
		recorded: "/home/user/demo-pi",
		place:    placePi,
		resume: func(session Session, prompt string) []string {
			return []string{"pi", "--session", session.Path, "--mode", "json", "--print", prompt}
		},
		Richest: []string{"reallife-tour", "01-tools", "02-image"},
		Story: Story{
			Session: "01-tools", Away: "claude",
			Said: []string{"please [[tools]] now", "Reading the files.", "All done: fixed add()."},
		},
		Tools: Tools{
			Shell: "bash", Arguments: `{"command":%q}`,
			Write: writes("write", "path"), Next: "codex",
		},
		Screen: Screen{Ready: "%/", Quit: "/quit"},
		Permission: Permission{ // the CLI itself asks nothing
			File: ".pi/agent/settings.json", Free: `"defaultProvider"`, Asks: `"extensions": ["./gate.js"], "defaultProvider"`,
			Files: map[string]string{".pi/agent/gate.js": `export default (pi) => pi.on("tool_call", async (event, ctx) => {
			if (!(await ctx.ui.confirm("Run it?", event.input.command))) return { block: true };
		});`},
			Call:  provider.ToolCall{Tool: "bash", Arguments: `{"command":"touch made.txt"}`},
			About: "Run it?", Allows: "\r",
		},
		Limits: Limits{
			UsedUp: "limited usage",
			Headless: map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth",
				provider.Context: "failed context"},
		},
		Fork: &Fork{Session: "01-tools", KeepsIDs: true, Line: func(s Session, prompt string) []string {
			return []string{"pi", "--fork", s.Path, "--mode", "json", "--print", prompt}
		}},
	}
}

// piFiles name the provider, as the recorded sessions do, and make it the
// default: the environment holds keys for other CLIs, with which Pi would
// talk to their vendors. A failure by script is one request.
func piFiles(h *Home) map[string]string {
	return map[string]string{
		".pi/agent/settings.json": `{
  "defaultProvider": "mock",
  "defaultModel": "mock-model",
  "retry": {"enabled": false}
}
`,
		".pi/agent/models.json": fmt.Sprintf(`{
  "providers": {
    "mock": {
      "baseUrl": "%s/v1",
      "api": "openai-completions",
      "apiKey": %q,
      "models": [
        {"id": "mock-model", "reasoning": true, "input": ["text", "image"], "contextWindow": 200000, "maxTokens": 8000,
         "cost": {"input": 1, "output": 5, "cacheRead": 0, "cacheWrite": 0}}
      ]
    }
  }
}
`, h.provider, key),
	}
}

// placePi places a session in the folder of the project that Work is, under a
// name as the CLI gives it.
func placePi(h *Home, file string) (Session, error) {
	content, err := h.moved("pi", file)
	if err != nil {
		return Session{}, err
	}
	line, _, _ := bytes.Cut(content, []byte("\n"))
	var header struct{ ID string }
	if err := json.Unmarshal(line, &header); err != nil {
		return Session{}, fmt.Errorf("place %s: %w", file, err)
	}
	project := "--" + strings.ReplaceAll(strings.TrimPrefix(h.Work, "/"), "/", "-") + "--"
	name := "2026-11-20T20-00-00-000Z_" + header.ID + ".jsonl"
	session := Session{CLI: "pi", ID: header.ID, Path: filepath.Join(h.Dir, ".pi", "agent", "sessions", project, name)}
	return session, write(session.Path, content)
}
