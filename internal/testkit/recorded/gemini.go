package recorded

import (
	"path/filepath"
	"strings"
)

// Gemini describes the recorded sessions of Gemini CLI.
func Gemini() Sessions {
	return Sessions{
		Root:     ".gemini",
		Fixtures: []string{"gemini/*.jsonl", "gemini/forgotten/*.jsonl", "gemini/handwritten/*.jsonl"},
		Layout: func(root, fixture string, read func(string) []byte) Layout {
			project := filepath.Join(root, "tmp", "demo-gemini")
			_, rest, _ := strings.Cut(string(read(fixture)), `"sessionId"`)
			id := strings.Split(rest, `"`)[1]
			path := filepath.Join(project, "chats", "session-2026-11-20T18-55-"+id[:8]+filepath.Ext(fixture))
			return Layout{
				Path: path, Files: map[string]string{filepath.Join(project, ".project_root"): "/home/user/demo-gemini"},
				Copies: map[string]string{fixture: path, strings.TrimSuffix(fixture,
					filepath.Ext(fixture)): filepath.Join(project, "chats", id)},
			}
		},
		Invented: map[string][]string{
			"a message": {`"type":"user"`, `"type":"invented"`}, "a part": {`{"text":`, `{"invented":`},
		},
		Lacking: map[string]string{"minimal": "a model and tokens: they are not in the file", "robust": "the same"},
		Lossy: map[string]string{
			"timestamp":   "the calls of a message share its time, and so do their results",
			"stop reason": "a message has none",
		},
	}
}
