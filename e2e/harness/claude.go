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

// claude is Claude Code 2.1.332.
func claude() CLI {
	return CLI{
		Name:     "claude",
		program:  "claude",
		env:      claudeEnv,
		files:    claudeFiles,
		recorded: "/home/user/demo-claude",
		place:    placeClaude,
		resume: func(session Session, prompt string) []string {
			return []string{"claude", "-p", "--resume", session.ID, prompt}
		},
		Richest: []string{"reallife-tour", "error-image-thinking", "parallel"},
		Story: Story{
			Session: "tools", Away: "codex",
			Said: []string{"Fix the bug in main.py and run it.", "I'll look at the file first.", "Now I run it.", "5\nerr",
				"Fixed the bug in `add`, ran it, and wrote NOTES.md."},
		},
		Tools: Tools{
			Shell: "Bash", Arguments: `{"command":%q,"description":"Try"}`,
			Write: writes("Write", "file_path"), Next: "codex", Resumes: true,
		},
		Dialect: "anthropic",
		Screen: Screen{
			Ready: "bypass permissions on", TurnEnd: `"turn_duration"`, Quit: "/exit", Around: aroundPaste,
			Trust: "Quick safety check", Trusts: []string{"\x1b[B", "\r"},
		},
		Permission: Permission{
			File: ".claude/settings.json", Free: `"bypassPermissions"`, Asks: `"default"`,
			Call:  provider.ToolCall{Tool: "Bash", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
			About: "Bash: touch made.txt", Allows: "1",
		},
		Limits: Limits{
			UsedUp: "limited throttle", // by an API key, which has no plan
			Headless: map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Credit: "limited credit",
				provider.Context: "failed context"},
		},
		// Tokens of Claude's subscriptions are known by their beginning.
		Plan:  &Plan{Env: []string{"ANTHROPIC_API_KEY=", "CLAUDE_CODE_OAUTH_TOKEN=sk-ant-oat01-dummy"}, Exact: time.Minute},
		Retry: &Retry{Variable: "CLAUDE_CODE_MAX_RETRIES=5", Shows: "working overloaded"}, // it says no more than "API error"
		Fork: &Fork{Session: "tools", KeepsIDs: true, Line: func(s Session, prompt string) []string {
			return []string{"claude", "-p", "--resume", s.ID, "--fork-session", prompt}
		}},
		Start:       []string{"claude", "-p"},
		Store:       ".claude/projects",
		Interrupted: "[Request interrupted by user]",
	}
}

func claudeEnv(h *Home) []string {
	return []string{
		"ANTHROPIC_BASE_URL=" + h.provider,
		"ANTHROPIC_API_KEY=" + key,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL=1",
		"CLAUDE_CODE_MAX_RETRIES=0", // a failure by script is one request
		"DISABLE_AUTOUPDATER=1",
		// A headless turn begins without the servers that have not answered in 5 s (Claude Code 2.1.197), which a busy
		// machine takes.
		"MCP_CONNECT_TIMEOUT_MS=60000",
		"IS_SANDBOX=1", // without it no permission can be skipped as root
	}
}

// claudeFiles answer the dialogs: onboarding, the custom key (known by its
// last 20 characters), trust in the folder; and let tools run without asking,
// without the warning and the offer of another mode that this mode brings.
func claudeFiles(h *Home) map[string]string {
	return map[string]string{
		".claude.json": fmt.Sprintf(`{
  "hasCompletedOnboarding": true,
  "hasSeenAutoDefaultNudge": true,
  "customApiKeyResponses": {"approved": [%q], "rejected": []},
  "projects": {%q: {"hasTrustDialogAccepted": true}}
}
`, key[len(key)-20:], h.Work),
		".claude/settings.json": `{
  "permissions": {"defaultMode": "bypassPermissions"},
  "skipDangerousModePermissionPrompt": true
}
`,
	}
}

// placeClaude places a session and the transcripts of its sub-agents.
func placeClaude(h *Home, file string) (Session, error) {
	content, err := h.moved("claude", file)
	if err != nil {
		return Session{}, err
	}
	id, err := claudeID(content)
	if err != nil {
		return Session{}, fmt.Errorf("place %s: %w", file, err)
	}
	project := filepath.Join(h.Dir, ".claude", "projects", claudeProject(h.Work))
	session := Session{CLI: "claude", ID: id, Path: filepath.Join(project, id+".jsonl")}
	if err := write(session.Path, content); err != nil {
		return Session{}, err
	}
	children, err := filepath.Glob(filepath.Join(strings.TrimSuffix(file, ".jsonl"), "subagents", "*"))
	if err != nil {
		return Session{}, err
	}
	for _, child := range children {
		content, err := h.moved("claude", child)
		if err != nil {
			return Session{}, err
		}
		if err := write(filepath.Join(project, id, "subagents", filepath.Base(child)), content); err != nil {
			return Session{}, err
		}
	}
	return session, nil
}

// claudeID is the session id on a file's first line; every recorded session
// has it there.
func claudeID(content []byte) (string, error) {
	line, _, _ := bytes.Cut(content, []byte("\n"))
	var record struct{ SessionID string }
	if err := json.Unmarshal(line, &record); err != nil {
		return "", err
	}
	if record.SessionID == "" {
		return "", fmt.Errorf("the first line has no sessionId")
	}
	return record.SessionID, nil
}

var aroundPaste = regexp.MustCompile(`\s*</?pasted_content id="[0-9a-f]+">\s*`)

var notAlphanumeric = regexp.MustCompile(`[^A-Za-z0-9]`)

// claudeProject is the name of a project's folder, for the plain ASCII paths
// under 200 characters that temporary folders have.
func claudeProject(work string) string { return notAlphanumeric.ReplaceAllString(work, "-") }
