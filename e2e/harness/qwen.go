package harness

import (
	"fmt"
	"path/filepath"
	"strings"

	"stead/e2e/provider"
)

// qwen is Qwen Code 0.24.4.
func qwen() CLI {
	return CLI{
		Name:     "qwen",
		program:  "qwen",
		env:      func(*Home) []string { return nil },
		files:    qwenFiles,
		recorded: "/home/user/demo-qwen",
		place:    placeQwen,
		resume: func(session Session, prompt string) []string {
			return []string{"qwen", "--resume", session.ID, "--output-format", "stream-json", "--prompt=" + prompt}
		},
		Richest: []string{"reallife-tour", "reallife-more", "02-tools", "image"},
		Story: Story{
			Session: "02-tools", Away: "codex",
			Said: []string{"Look around and edit [[qtools]]", "I'll start by reading the file.",
				"Done: read README.md, wrote src/hello.txt and edited notes.txt."},
		},
		Tools: Tools{
			Shell: "run_shell_command", Arguments: `{"command":%q,"description":"Try","is_background":false}`,
			Write: writes("write_file", "file_path"), Next: "codex", Resumes: true,
		},
		Screen: Screen{Ready: "YOLO mode", Quit: "/quit"}, // in the composer stands what the model suggests
		Permission: Permission{
			File: ".qwen/settings.json", Free: `"yolo"`, Asks: `"default"`,
			Call: provider.ToolCall{Tool: "run_shell_command",
				Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
			About: "run_shell_command: touch made.txt", Allows: "1",
		},
		Limits: Limits{
			UsedUp: "working throttle", // it does not say that it waits for two hours
			Headless: map[provider.Fault]string{provider.Auth: "limited auth", provider.Credit: "limited credit",
				provider.Cut: "limited network"},
		},
	}
}

// qwenModel is a model that the CLI knows to take pictures.
const qwenModel = "qwen3-vl-plus"

// qwenFiles name the provider and the key, which other CLIs would take from
// the environment, and let tools run without asking. A failure by script is
// tried again, as that cannot be turned off. Telemetry and updates would ask
// other hosts.
func qwenFiles(h *Home) map[string]string {
	return map[string]string{".qwen/settings.json": fmt.Sprintf(`{
  "general": {"enableAutoUpdate": false},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false},
  "security": {
    "auth": {"selectedType": "openai", "apiKey": %q, "baseUrl": "%s/v1"},
    "folderTrust": {"enabled": false}
  },
  "tools": {"approvalMode": "yolo"},
  "model": {"name": %q, "generationConfig": {"maxRetries": 0}}
}
`, key, h.provider, qwenModel)}
}

// placeQwen places a session and the transcripts of its sub-agents.
func placeQwen(h *Home, file string) (Session, error) {
	content, err := h.moved("qwen", file)
	if err != nil {
		return Session{}, err
	}
	id, err := claudeID(content)
	if err != nil {
		return Session{}, fmt.Errorf("place %s: %w", file, err)
	}
	project := filepath.Join(h.Dir, ".qwen", "projects", claudeProject(h.Work))
	session := Session{CLI: "qwen", ID: id, Path: filepath.Join(project, "chats", id+".jsonl")}
	if err := write(session.Path, content); err != nil {
		return Session{}, err
	}
	agents, err := filepath.Glob(filepath.Join(strings.TrimSuffix(file, ".jsonl"), "agent-*"))
	if err != nil {
		return Session{}, err
	}
	for _, agent := range agents {
		content, err := h.moved("qwen", agent)
		if err != nil {
			return Session{}, err
		}
		if err := write(filepath.Join(project, "subagents", id, filepath.Base(agent)), content); err != nil {
			return Session{}, err
		}
	}
	return session, nil
}
