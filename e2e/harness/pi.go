package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// pi is Pi 0.87.1.
func pi() cli {
	return cli{
		name:     "pi",
		program:  "pi",
		env:      func(*Home) []string { return []string{"PI_OFFLINE=1", "PI_TELEMETRY=0"} },
		files:    piFiles,
		recorded: "/home/user/demo-pi",
		place:    placePi,
		resume: func(session Session, prompt string) []string {
			return []string{"pi", "--session", session.Path, "--mode", "json", "--print", prompt}
		},
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
