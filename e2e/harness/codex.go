package harness

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"stead/e2e/provider"
)

// codex is Codex 0.169.0.
func codex() CLI {
	return CLI{
		Name:       "codex",
		program:    "codex",
		env:        func(*Home) []string { return []string{"MOCK_API_KEY=" + key} },
		files:      codexFiles,
		recorded:   "/home/user/demo-codex",
		place:      placeCodex,
		resume:     resumeCodex,
		sessions:   append([]string{"reallife-*/*.jsonl"}, plainSessions...),
		Richest:    []string{"01a202e5", "7b03", "8800"},
		NotResumed: "rollout-2025-06-01", // the bare form of 2025, by 0.169.0
		Story: Story{
			Session: "7b03", Away: "claude",
			Said: []string{
				"fix the add function in calc.py", "I'll look at the file first.", "cat calc.py && git status --short",
				"Fixed: `add` now returns `a + b`.",
				"run the tests now", "Running the tests.", "The tests fail: module is missing (exit 3).",
				"search the web for go-memdb", "Searched.",
			},
		},
		Tools: Tools{
			Shell: "exec_command", Arguments: `{"cmd":%q}`,
			Write: codexPatch, Next: "pi", Resumes: true,
		},
		Dialect: "responses",
		Screen: Screen{Ready: "Ask Codex to do anything", TurnEnd: `"task_complete"`, Over: "Worked for", Quit: "\x03",
			Trust: "Trust this folder?", Trusts: []string{"\r"}},
		Permission: Permission{
			File: ".codex/config.toml", Free: "\"never\"\nsandbox_mode = \"danger-full-access\"",
			Asks: "\"on-request\"\nsandbox_mode = \"read-only\"",
			Call: provider.ToolCall{Tool: "exec_command",
				Arguments: `{"cmd":"touch made.txt","sandbox_permissions":"require_escalated","justification":"To make it."}`},
			About: "exec_command: touch made.txt", Allows: "y",
		},
		Limits: Limits{
			UsedUp: "limited usage",
			Headless: map[provider.Fault]string{provider.UsageLimit: "limited usage", provider.Auth: "limited auth",
				provider.Cut: "limited network"},
		},
		Plan: &Plan{Exact: time.Second},
		Retry: &Retry{Variable: "NONE=", Free: "stream_max_retries = 0", Many: "stream_max_retries = 5",
			Shows: "working throttle"},
		Fork: &Fork{Session: "7b03", KeepsIDs: true, Line: func(s Session, prompt string) []string {
			return []string{"codex", "exec", "fork", "--json", "--skip-git-repo-check", s.ID, prompt}
		}},
		Start:       []string{"codex", "exec", "--json", "--skip-git-repo-check"},
		Store:       ".codex/sessions",
		Interrupted: `"turn_aborted"`,
	}
}

// codexPatch makes a file by the tool with which Codex edits.
func codexPatch(path string) provider.ToolCall {
	return provider.ToolCall{Tool: "apply_patch", Input: "*** Begin Patch\n*** Add File: " + filepath.Base(path) +
		"\n+by a tool\n*** End Patch"}
}

// codexFiles answer the dialogs: update check, model upgrade, trust. The
// provider is called mock because the recorded sessions name it so, and a
// session with another provider's name is refused. Without
// daemon_auto_start=false the TUI leaves a server behind that keeps the
// environment of its first start. Plugins and apps are fetched from hosts
// that cannot be reached here. Its sandbox would take /tmp for a folder to work
// in, and make a .git there to keep it from being written (0.169.0).
func codexFiles(h *Home) map[string]string {
	return map[string]string{".codex/config.toml": fmt.Sprintf(`model = "gpt-5.5"
model_provider = "mock"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "%s/v1"
wire_api = "responses"
env_key = "MOCK_API_KEY"
request_max_retries = 0
stream_max_retries = 0

[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"

[sandbox_workspace_write]
exclude_slash_tmp = true

[features]
daemon_auto_start = false
plugins = false
apps = false

[analytics]
enabled = false

[projects.%q]
trust_level = "trusted"
`, h.provider, h.Work)}
}

// resumeCodex names the model of the session: with one of another family
// Codex would first replace the history by a summary.
func resumeCodex(session Session, prompt string) []string {
	args := []string{"codex", "exec", "resume", "--json", "--skip-git-repo-check"}
	if session.Model != "" {
		args = append(args, "--model", session.Model)
	}
	return append(args, session.ID, prompt)
}

// placeCodex places a session under the date of its file name, and with it
// the parent of a fork.
func placeCodex(h *Home, file string) (Session, error) {
	content, err := h.moved("codex", file)
	if err != nil {
		return Session{}, err
	}
	name := filepath.Base(file)
	id := name[len("rollout-2026-01-02T15-04-05-") : len(name)-len(".jsonl")]
	date := strings.Split(name[len("rollout-"):], "-")
	session := Session{CLI: "codex", ID: id, Model: codexModel(content)}
	session.Path = filepath.Join(h.Dir, ".codex", "sessions", date[0], date[1], date[2][:2], name)
	if content, err = placeParent(h, content); err != nil {
		return Session{}, fmt.Errorf("place the parent of %s: %w", name, err)
	}
	return session, write(session.Path, content)
}

var turnModel = regexp.MustCompile(`"type":"turn_context".*?"model":"([^"]+)"`)

func codexModel(content []byte) string {
	turns := turnModel.FindAllSubmatch(content, -1)
	if len(turns) == 0 {
		return ""
	}
	return string(turns[len(turns)-1][1])
}

var (
	historyBase = regexp.MustCompile(`"history_base":\{"thread_id":"([^"]+)"`)
	endOffset   = regexp.MustCompile(`"end_byte_offset":(\d+)`)
)

// placeParent places the thread that a fork by reference continues. The fork
// names the length of what it inherits, which the move has changed.
func placeParent(h *Home, content []byte) ([]byte, error) {
	base, offset := historyBase.FindSubmatch(content), endOffset.FindSubmatch(content)
	if base == nil || offset == nil {
		return content, nil
	}
	file, err := findFixture("codex", string(base[1]))
	if err != nil {
		return nil, err
	}
	if _, err := placeCodex(h, file); err != nil {
		return nil, err
	}
	recorded, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	end, err := strconv.Atoi(string(offset[1]))
	if err != nil {
		return nil, err
	}
	moved := fmt.Sprintf(`"end_byte_offset":%d`, len(h.move("codex", recorded[:end])))
	return bytes.Replace(content, offset[0], []byte(moved), 1), nil
}
