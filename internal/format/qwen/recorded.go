package qwen

import (
	"strings"

	"stead/internal/recorded"
)

// Recorded describes the recorded sessions.
func Recorded() recorded.Sessions {
	return recorded.Sessions{
		Root:     ".qwen",
		Fixtures: []string{"qwen/*.jsonl"},
		Layout: func(root, fixture string, read func(string) []byte) recorded.Layout {
			content := read(fixture)
			id := recorded.Value(content, "sessionId")
			path := SessionPath(root, recorded.Value(content, "cwd"), id)
			beside := strings.TrimSuffix(fixture, Extension) // what its sub-agents wrote
			return recorded.Layout{Path: path, ID: id, Copies: map[string]string{fixture: path, beside: AgentsFolder(path)}}
		},
		Damage: map[string][]string{"a version of the future": {`"version":"0.24.4"`, `"version":"9.0.0"`}},
		Parent: "parentUuid",
		Lacking: map[string]string{
			"03-tui-cancel": "the tokens of the answer that was interrupted", "reallife-more": "the tokens of the answer that was interrupted",
		},
		Lossy: map[string]string{
			"usage":       "the CLI takes the counts for the size of its own context",
			"stop reason": "a record has none",
			"timestamp":   "the texts and calls of a response are one record",
		},
	}
}
