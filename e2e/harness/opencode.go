package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// opencode is OpenCode 1.18.33. Its recorded sessions are exports.
func opencode() cli {
	return cli{
		name:     "opencode",
		program:  "opencode",
		env:      opencodeEnv,
		files:    opencodeFiles,
		recorded: "/home/user/demo-opencode",
		sessions: []string{"plain.json", "tools*.json", "attachments.json", "compaction.json", "delegation.json"},
		place:    placeOpencode,
		resume:   resumeOpencode,
	}
}

func opencodeEnv(*Home) []string {
	return []string{
		"OPENCODE_DISABLE_AUTOUPDATE=1",
		"OPENCODE_DISABLE_MODELS_FETCH=1",
		"OPENCODE_DISABLE_LSP_DOWNLOAD=1",
		"OPENCODE_DISABLE_CLAUDE_CODE=1", // it would read the files of Claude Code's home
	}
}

// opencodeFiles name the provider under the name that the recorded sessions
// have for it, and let tools run without asking.
func opencodeFiles(h *Home) map[string]string {
	return map[string]string{".config/opencode/opencode.json": fmt.Sprintf(`{
  "model": "mock/mock-1",
  "small_model": "mock/mock-1",
  "autoupdate": false,
  "share": "disabled",
  "permission": {"*": "allow"},
  "provider": {
    "mock": {
      "npm": "@ai-sdk/openai-compatible",
      "options": {"baseURL": "%s/v1", "apiKey": %q},
      "models": {
        "mock-1": {
          "name": "Mock", "tool_call": true, "reasoning": true, "attachment": true,
          "modalities": {"input": ["text", "image"], "output": ["text"]},
          "limit": {"context": 200000, "output": 8000}
        }
      }
    }
  }
}
`, h.provider, key)}
}

// resumeOpencode gives the prompt word by word: one argument with a space in
// it would be stored in quotes.
func resumeOpencode(session Session, prompt string) []string {
	return append([]string{"opencode", "run", "--session", session.ID, "--format", "json", "--"}, strings.Split(prompt, " ")...)
}

// placeOpencode has OpenCode itself import the session, and those of the
// sub-agents that lie beside it.
func placeOpencode(h *Home, file string) (Session, error) {
	files, err := filepath.Glob(strings.TrimSuffix(file, ".json") + "-child-*.json")
	if err != nil {
		return Session{}, err
	}
	for _, file := range append([]string{file}, files...) {
		if err := importOpencode(h, file); err != nil {
			return Session{}, err
		}
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return Session{}, err
	}
	var document struct{ Info struct{ ID string } }
	if err := json.Unmarshal(content, &document); err != nil {
		return Session{}, fmt.Errorf("place %s: %w", file, err)
	}
	path := filepath.Join(h.Dir, ".local", "share", "opencode", "opencode.db")
	return Session{CLI: "opencode", ID: document.Info.ID, Path: path}, nil
}

func importOpencode(h *Home, file string) error {
	content, err := h.moved("opencode", file)
	if err != nil {
		return err
	}
	moved := filepath.Join(h.temporary(), filepath.Base(file))
	if err := write(moved, content); err != nil {
		return err
	}
	output, err := h.Command("", "opencode", "import", moved).CombinedOutput()
	if err != nil || !strings.Contains(string(output), "Imported session") {
		return fmt.Errorf("have OpenCode import %s: %w\n%s", file, err, output)
	}
	return nil
}
