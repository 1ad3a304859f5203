package harness

import (
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// kimiCLI is Kimi CLI 1.51.0, the Python program, which scripts/kimi-cli puts
// into .cache/kimi-cli. Its recorded sessions are folders.
func kimiCLI() CLI {
	return CLI{
		Name:     "kimi-cli",
		program:  "kimi-cli",
		built:    "kimi-cli/bin/kimi-cli",
		env:      func(*Home) []string { return []string{"KIMI_CLI_NO_AUTO_UPDATE=1"} },
		files:    kimiCLIFiles,
		recorded: "/home/user/demo-kimi",
		sessions: []string{"*/*-*"},
		place:    placeKimiCLI,
		resume: func(session Session, prompt string) []string {
			return []string{"kimi-cli", "--print", "--session", session.ID, "--prompt=" + prompt}
		},
		Richest: []string{"tools", "agent-compact"},
	}
}

func kimiCLIFiles(h *Home) map[string]string {
	return map[string]string{".kimi/config.toml": fmt.Sprintf(`default_model = "mock"
telemetry = false

[providers.mock]
type = "openai_legacy"
base_url = "%s/v1"
api_key = %q

[models.mock]
provider = "mock"
model = "mock-model"
max_context_size = 262144
capabilities = ["image_in", "thinking"]

[loop_control]
max_retries_per_step = 1
`, h.provider, key)}
}

// placeKimiCLI places a session's folder, and the project in the list without
// which the CLI deletes it.
func placeKimiCLI(h *Home, folder string) (Session, error) {
	id := filepath.Base(folder)
	sum := md5.Sum([]byte(h.Work))
	target := filepath.Join(h.Dir, ".kimi", "sessions", hex.EncodeToString(sum[:]), id)
	list, err := json.Marshal(map[string]any{
		"work_dirs": []any{map[string]any{"path": h.Work, "kaos": "local", "last_session_id": nil}},
	})
	if err == nil {
		err = write(filepath.Join(h.Dir, ".kimi", "kimi.json"), list)
	}
	if err != nil {
		return Session{}, err
	}
	session := Session{CLI: "kimi-cli", ID: id, Path: filepath.Join(target, "context.jsonl")}
	return session, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := h.moved("kimi-cli", path)
		if err != nil {
			return err
		}
		return write(target+strings.TrimPrefix(path, folder), content)
	})
}
