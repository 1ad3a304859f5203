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
		sessions: []string{"plain.json", "tools*.json", "attachments.json", "compaction.json", "delegation.json", "reallife-tour.json", "reallife-more.json"},
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
          "modalities": {"input": ["text", "image", "pdf"], "output": ["text"]},
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

// placeOpencode copies the database of all recorded sessions, and has
// OpenCode itself move them to the project folder. What was said of the old
// folder stays said.
func placeOpencode(h *Home, file string) (Session, error) {
	path := filepath.Join(h.Dir, ".local", "share", "opencode", "opencode.db")
	session := Session{CLI: "opencode", Path: path}
	content, err := os.ReadFile(file)
	if err != nil {
		return session, err
	}
	var document struct{ Info struct{ ID string } }
	if err := json.Unmarshal(content, &document); err != nil {
		return session, fmt.Errorf("place %s: %w", file, err)
	}
	session.ID = document.Info.ID
	if strings.HasPrefix(filepath.Base(file), "reallife-") {
		return session, importOpencode(h, file)
	}
	if isFile(path) {
		return session, nil
	}
	database, err := os.ReadFile(filepath.Join(filepath.Dir(file), "opencode.db"))
	if err != nil {
		return session, err
	}
	if err := write(path, database); err != nil {
		return session, err
	}
	move := fmt.Sprintf("UPDATE session SET directory = '%s', project_id = 'global', path = '%s'", h.Work, strings.TrimPrefix(h.Work, "/"))
	if output, err := h.Command("", "opencode", "db", move).CombinedOutput(); err != nil {
		return session, fmt.Errorf("move the sessions of %s: %w\n%s", path, err, output)
	}
	return session, nil
}

// importOpencode has OpenCode import a session that is no part of the
// recorded database, with those of its sub-agents.
func importOpencode(h *Home, file string) error {
	files, err := filepath.Glob(strings.TrimSuffix(file, ".json") + "*.json")
	if err != nil {
		return err
	}
	for _, file := range files {
		if output, err := h.Command("", "opencode", "import", file).CombinedOutput(); err != nil {
			return fmt.Errorf("import %s: %w\n%s", file, err, output)
		}
	}
	return nil
}
