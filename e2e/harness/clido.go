package harness

import (
	"fmt"
	"path/filepath"
	"strings"
)

// clido is clido 1.0.15, which no registry has. Whoever has the program puts
// it into .cache/clido; without it clido is a source only.
func clido() CLI {
	return CLI{
		Name:     "clido",
		program:  "clido",
		built:    "clido/bin/clido",
		env:      func(*Home) []string { return []string{"OPENAI_API_KEY=" + key} },
		files:    clidoFiles,
		recorded: "/home/user/demo-clido",
		sessions: []string{"code-layout/sessions/*/*.jsonl"},
		place:    placeClido,
		resume: func(session Session, prompt string) []string {
			return []string{
				"clido", "-p", "--resume", session.ID, "--resume-ignore-stale", "--permission-mode", "accept-all",
				"--output-format", "stream-json", "--", prompt,
			}
		},
		Richest: []string{"0000-4000", "5d0e8d1e"},
	}
}

func clidoFiles(h *Home) map[string]string {
	return map[string]string{".config/clido/config.toml": fmt.Sprintf(`default_profile = "default"

[profile.default]
provider = "openai"
model = "mock-model"
base_url = "%s/v1"
api_key_env = "OPENAI_API_KEY"
`, h.provider)}
}

// placeClido places a session into the folder of its project, whose name is
// the path with underscores for slashes.
func placeClido(h *Home, file string) (Session, error) {
	content, err := h.moved("clido", file)
	if err != nil {
		return Session{}, err
	}
	session := Session{CLI: "clido", ID: strings.TrimSuffix(filepath.Base(file), ".jsonl")}
	project := strings.ReplaceAll(h.Work, "/", "_")
	session.Path = filepath.Join(h.Dir, ".local", "share", "clido", "sessions", project, filepath.Base(file))
	return session, write(session.Path, content)
}
