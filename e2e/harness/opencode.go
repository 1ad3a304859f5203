package harness

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	_ "modernc.org/sqlite" // the driver
	"stead/e2e/provider"
)

// opencode is OpenCode 1.18.33. Its recorded sessions are exports.
func opencode() CLI {
	return CLI{
		Name:     "opencode",
		program:  "opencode",
		env:      opencodeEnv,
		files:    opencodeFiles,
		recorded: "/home/user/demo-opencode",
		sessions: []string{"plain.json", "tools*.json", "attachments.json", "compaction.json", "delegation.json",
			"reallife-tour.json", "reallife-more.json"},
		place:   placeOpencode,
		resume:  resumeOpencode,
		records: partsOfOpencode,
		Richest: []string{"reallife-tour", "tools.json", "attachments"},
		Story: Story{
			Session: "plain", Away: "claude",
			Said: []string{
				"What is this project about?", "This is a small demo with an add and a sub function.",
				"Which file has the functions?",
				"`src/calc.py` has add and sub.", "Thanks, in one line", "You are welcome. Ünïcödé ✓ 日本語",
			},
		},
		Tools: Tools{
			Shell: "bash", Arguments: `{"command":%q,"description":"Try"}`,
			Write: writes("write", "filePath"), Next: "pi",
		},
		Dialect: "chat",
		Screen:  Screen{Ready: "ctrl+p", Quit: "/exit"},
		Permission: Permission{
			File: ".config/opencode/opencode.json", Free: `{"*": "allow"}`, Asks: `{"bash": "ask"}`,
			Call:  provider.ToolCall{Tool: "bash", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
			About: "bash: touch made.txt", Allows: "\r",
		},
		Limits: Limits{
			UsedUp:   "limited usage",
			Headless: map[provider.Fault]string{provider.Auth: "limited auth", provider.Credit: "limited credit"},
		},
		Fork: &Fork{Session: "tools.json", Line: func(s Session, prompt string) []string {
			return append([]string{"opencode", "run", "--session", s.ID, "--fork", "--format", "json", "--"},
				strings.Split(prompt, " ")...)
		}},
	}
}

func opencodeEnv(h *Home) []string {
	return []string{
		"OPENCODE_MODELS_PATH=" + filepath.Join(h.Dir, noVendors),
		"OPENCODE_DISABLE_AUTOUPDATE=1",
		"OPENCODE_DISABLE_MODELS_FETCH=1",
		"OPENCODE_DISABLE_LSP_DOWNLOAD=1",
		"OPENCODE_DISABLE_CLAUDE_CODE=1", // it would read the files of Claude Code's home
		// Its engine compiles what runs often, which no test runs for long enough: a start takes 2.3 s of processor time
		// without that, 2.8 s with it.
		"BUN_JSC_useFTLJIT=0", "BUN_JSC_useDFGJIT=0",
	}
}

// noVendors is a list of the models of no vendor. OpenCode 1.18.33 comes with a list of all vendors' models and reads
// it again and again: without it, a start with one turn takes 2.3 s of processor time instead of 4.4 s, and a turn on
// the terminal 5 s instead of 17 s. The tests have a model of their own.
const noVendors = "no-vendors.json"

// KnowsVendors leaves OpenCode the list of models that it comes with, as all its users have it.
func (g *Environment) KnowsVendors() {
	g.t.Helper()
	if err := os.Remove(filepath.Join(g.Dir, noVendors)); err != nil {
		g.t.Fatal(err)
	}
}

// opencodeFiles name the provider under the name that the recorded sessions
// have for it, and let tools run without asking.
func opencodeFiles(h *Home) map[string]string {
	return map[string]string{noVendors: "{}\n", ".config/opencode/opencode.json": fmt.Sprintf(`{
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
	return append([]string{"opencode", "run", "--session", session.ID, "--format", "json", "--"},
		strings.Split(prompt, " ")...)
}

// placeOpencode copies the database of all recorded sessions, or what OpenCode has made of an export, and moves the
// sessions to the project folder. What was said of the old folder stays said.
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
	if isFile(path) {
		return session, nil
	}
	database, err := opencodeDatabase(file)
	if err == nil {
		err = write(path, database)
	}
	if err != nil {
		return session, err
	}
	return session, moveOpencode(path, h.Work)
}

// moveOpencode does by SQL what OpenCode's own command for its database would need a second of processor time for.
func moveOpencode(path, work string) error {
	database, err := sql.Open("sqlite", path)
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	_, err = database.Exec("UPDATE session SET directory = ?, project_id = 'global', path = ?", work,
		strings.TrimPrefix(work, "/"))
	if err := errors.Join(err, database.Close()); err != nil {
		return fmt.Errorf("move the sessions of %s: %w", path, err)
	}
	return nil
}

// opencodeDatabase is the database in which a recorded session is: that of all recorded sessions, or one of an import.
func opencodeDatabase(file string) ([]byte, error) {
	if !strings.HasPrefix(filepath.Base(file), "reallife-") {
		return os.ReadFile(filepath.Join(filepath.Dir(file), "opencode.db"))
	}
	once, _ := imported.LoadOrStore(file, sync.OnceValues(func() ([]byte, error) { return importOpencode(file) }))
	return once.(func() ([]byte, error))()
}

// imported are the databases that OpenCode has made of exports, by the export's path: it imports each once for all
// tests of a package.
var imported sync.Map

// importOpencode has OpenCode import a session that is no part of the recorded database, with those of its sub-agents.
func importOpencode(file string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "stead-import-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	h, err := NewHome(folder, "http://127.0.0.1:0") // nothing is asked
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(strings.TrimSuffix(file, ".json") + "*.json")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if output, err := h.Command("", "opencode", "import", file).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("import %s: %w\n%s", file, err, output)
		}
	}
	path := filepath.Join(h.Dir, ".local", "share", "opencode", "opencode.db")
	if err := moveOpencode(path, Recorded("opencode")); err != nil { // it takes the log into the file, too
		return nil, err
	}
	return os.ReadFile(path)
}

// partsOfOpencode are the parts of a session's messages.
func partsOfOpencode(session Session) (lines []byte, err error) {
	database, err := sql.Open("sqlite", "file:"+session.Path+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, database.Close()) }()
	rows, err := database.Query("SELECT data FROM part WHERE session_id = ? ORDER BY id", session.ID)
	if err != nil {
		return nil, fmt.Errorf("read the parts of %s: %w", session.ID, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var data string
		if err := rows.Scan(&data); err != nil {
			return nil, err
		}
		lines = append(append(lines, data...), '\n')
	}
	return lines, rows.Err()
}
