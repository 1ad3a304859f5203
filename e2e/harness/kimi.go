package harness

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stead/e2e/provider"
)

// kimi is Kimi Code 2.1.0. Its recorded sessions are folders.
func kimi() CLI {
	return CLI{
		Name:     "kimi",
		program:  "kimi",
		env:      kimiEnv,
		files:    kimiFiles,
		recorded: "/home/user/demo-kimi",
		sessions: []string{"[a-z]*"},
		place:    placeKimi,
		resume: func(session Session, prompt string) []string {
			return []string{"kimi", "--session", session.ID, "--model", kimiModel, "--prompt=" + prompt}
		},
		Richest: []string{"reallife-tour", "tools", "agent-undo"},
		Story: Story{
			Session: "tools", Away: "claude",
			Said: []string{
				"RUN_TOOLS What is in notes.txt, and list the files?", "Let me look at the files.", "MOCK ANSWER 2",
				"Thanks. One more question: what is 2+2?",
				"MOCK ANSWER 7",
			},
		},
		Tools: Tools{
			Shell: "Bash", Arguments: `{"command":%q}`,
			Write: writes("Write", "path"), Next: "codex",
		},
		Screen: Screen{Ready: "context:", TurnEnd: `"turn.ended"`, Quit: "/exit"},
		Permission: Permission{
			File: ".kimi-code/config.toml", Free: `"yolo"`, Asks: `"manual"`,
			Call:  provider.ToolCall{Tool: "Bash", Arguments: `{"command":"touch made.txt"}`},
			About: "Bash: touch made.txt", Allows: "\r",
		},
		Limits: Limits{
			UsedUp: "limited throttle", // in the words of a provider that Kimi Code does not know
			Headless: map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth",
				provider.Cut: "limited network"},
		},
		ForgetsOpenCall: true,
	}
}

// kimiModel is the one configured model. The recorded sessions were held with a
// model of that name, behind other aliases.
const kimiModel = "mock"

func kimiEnv(*Home) []string {
	return []string{
		"KIMI_DISABLE_TELEMETRY=1",
		"KIMI_CODE_NO_AUTO_UPDATE=1",
		"KIMI_LOOP_MAX_ATTEMPTS_PER_STEP=1", // a failure by script is one request
	}
}

// kimiFiles name the provider, and answer the dialogs: trust in the folder,
// and what is to become of Kimi CLI, whose files lie in the same home; and let
// commands run without asking.
func kimiFiles(h *Home) map[string]string {
	return map[string]string{
		".kimi-code/config.toml": fmt.Sprintf(`default_model = %q
default_permission_mode = "yolo"

[providers.mock]
type = "openai"
base_url = "%s/v1"
api_key = %q

[models.mock]
provider = "mock"
model = "mock-model"
max_context_size = 262144
capabilities = ["image_in", "thinking"]
`, kimiModel, h.provider, key),
		".kimi-code/.skip-migration-from-kimi-cli": "",
		".kimi-code/workspace-trust/" + kimiProject(h.Work): fmt.Sprintf("{\"root\":%q,\"trustedAt\":1795200000000}\n",
			h.Work),
	}
}

// kimiProject is the name of the folder for a project's sessions, for the plain
// last parts that temporary folders have.
func kimiProject(work string) string {
	sum := sha256.Sum256([]byte(work))
	return "wd_" + strings.ToLower(filepath.Base(work)) + "_" + hex.EncodeToString(sum[:])[:12]
}

// placeKimi places a session's folder.
func placeKimi(h *Home, folder string) (Session, error) {
	content, err := os.ReadFile(filepath.Join(folder, "state.json"))
	if err != nil {
		return Session{}, err
	}
	var state struct{ ID string }
	if err := json.Unmarshal(content, &state); err != nil {
		return Session{}, fmt.Errorf("place %s: %w", folder, err)
	}
	target := filepath.Join(h.Dir, ".kimi-code", "sessions", kimiProject(h.Work), state.ID)
	session := Session{CLI: "kimi", ID: state.ID, Model: kimiModel,
		Path: filepath.Join(target, "agents", "main", "wire.jsonl")}
	return session, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := h.moved("kimi", path)
		if err != nil {
			return err
		}
		was, now := kimiProject(Recorded("kimi")), kimiProject(h.Work)
		if filepath.Ext(path) == ".jsonl" { // what the model was told stays as it was
			was, now = `"workspaceId":"`+was, `"workspaceId":"`+now
		}
		content = bytes.ReplaceAll(content, []byte(was), []byte(now))
		return write(target+strings.TrimPrefix(path, folder), content)
	})
}
