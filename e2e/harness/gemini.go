package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"stead/e2e/provider"
)

// gemini is Gemini CLI 0.61.0.
func gemini() CLI {
	return CLI{
		Name:     "gemini",
		program:  "gemini",
		env:      geminiEnv,
		files:    geminiFiles,
		recorded: "/home/user/demo-gemini",
		sessions: []string{"*.jsonl", "handwritten/*.json*"},
		place:    placeGemini,
		resume: func(session Session, prompt string) []string {
			return []string{"gemini", "--yolo", "--resume", session.ID, "-p", prompt}
		},
		Richest: []string{"reallife-tour", "tools", "resumed"},
		Story: Story{
			Session: "tools", Away: "codex",
			Said: []string{"Look around and edit things [[tools]]", "I'll start by reading the file.",
				"Done: read README.md, wrote src/hello.txt and edited notes.txt."},
		},
		Tools: Tools{
			Shell: "run_shell_command", Arguments: `{"command":%q,"description":"Try"}`,
			Write: writes("write_file", "file_path"), Next: "pi", Resumes: true,
		},
		Dialect: "gemini",
		Screen:  Screen{Ready: "Type your message", Quit: "/quit"},
		Permission: Permission{
			File: ".gemini/settings.json", Free: `"allowed": ["run_shell_command"]`, Asks: `"allowed": []`,
			Call: provider.ToolCall{Tool: "run_shell_command",
				Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
			About: "Shell: touch made.txt", Allows: "\r",
		},
		Limits: Limits{
			UsedUp: "limited usage",
			Headless: map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth",
				provider.Context: "failed context"},
		},
		RepeatsResults: true, // observed with 0.61.0
	}
}

func geminiEnv(h *Home) []string {
	return []string{
		"GOOGLE_GEMINI_BASE_URL=" + h.provider,
		"GEMINI_API_KEY=" + key,
	}
}

// geminiFiles answer the dialogs: how to sign in, trust in the folder; and
// let commands run without asking. Each failure by script is one request.
func geminiFiles(h *Home) map[string]string {
	return map[string]string{
		".gemini/settings.json": `{
  "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false, "maxAttempts": 1},
  "privacy": {"usageStatisticsEnabled": false},
  "security": {"auth": {"selectedType": "gemini-api-key"}},
  "tools": {"allowed": ["run_shell_command"]}
}
`,
		".gemini/trustedFolders.json": fmt.Sprintf("{%q: \"TRUST_FOLDER\"}\n", h.Work),
	}
}

// placeGemini places a session into the folder of the project that Work is,
// under a name as the CLI gives it: by its end the CLI knows which files
// belong to one session.
func placeGemini(h *Home, file string) (Session, error) {
	content, err := h.moved("gemini", file)
	if err != nil {
		return Session{}, err
	}
	// The CLI deletes sessions that were not used for 30 days when it starts.
	content = lastUpdated.ReplaceAll(content, []byte(time.Now().UTC().Format(`"lastUpdated":"2006-01-02T15:04:05.000Z"`)))
	id, err := geminiID(content)
	if err != nil {
		return Session{}, fmt.Errorf("place %s: %w", file, err)
	}
	name := "session-2026-11-20T18-55-" + id[:8] + filepath.Ext(file)
	session := Session{CLI: "gemini", ID: id, Path: filepath.Join(h.Dir, ".gemini", "tmp", "work", "chats", name)}
	if err := write(filepath.Join(h.Dir, ".gemini", "tmp", "work", ".project_root"), []byte(h.Work)); err != nil {
		return Session{}, err
	}
	if err := write(session.Path, content); err != nil {
		return Session{}, err
	}
	return session, placeGeminiAgents(h, strings.TrimSuffix(file, filepath.Ext(file)),
		filepath.Join(filepath.Dir(session.Path), id))
}

// placeGeminiAgents places the sessions of a session's sub-agents.
func placeGeminiAgents(h *Home, recorded, folder string) error {
	agents, err := filepath.Glob(filepath.Join(recorded, "*.jsonl"))
	if err != nil {
		return err
	}
	for _, agent := range agents {
		content, err := h.moved("gemini", agent)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(folder, filepath.Base(agent)), content); err != nil {
			return err
		}
	}
	return nil
}

var lastUpdated = regexp.MustCompile(`"lastUpdated": *"[^"]*"`)

// geminiID is the session id in a file's header: its first line, or a member
// of the one object that older files are.
func geminiID(content []byte) (string, error) {
	if line, _, _ := bytes.Cut(content, []byte("\n")); strings.Contains(string(line), `"sessionId"`) {
		content = line
	}
	var header struct{ SessionID string }
	if err := json.Unmarshal(content, &header); err != nil {
		return "", err
	}
	if len(header.SessionID) < 8 {
		return "", fmt.Errorf("the header has no sessionId")
	}
	return header.SessionID, nil
}
