package recorded

import (
	"strings"

	"stead/adapters/claude"
)

// Claude describes the recorded sessions of Claude Code.
func Claude() Sessions {
	return Sessions{
		Root:     ".claude",
		Fixtures: []string{"claude/*.jsonl"},
		Layout: ByHeader("sessionId", claude.SessionPath, func(path string) string {
			return strings.TrimSuffix(path, claude.Extension)
		}),
		Damage: map[string][]string{"a version of the future": {`"version":"2.1.197"`, `"version":"9.0.0"`}},
		Invented: map[string][]string{
			"record":     {`{"type":"queue-operation"`, `{"type":"invented-record"`},
			"attachment": {`"type":"skill_listing"`, `"type":"invented_attachment"`},
			"part":       {`{"type":"thinking","thinking":`, `{"type":"invented_part","text":`},
		},
		Parent:  "parentUuid",
		Lacking: map[string]string{"tui": "the interrupted answer names no model and no tokens"},
		Lossy: map[string]string{
			"thinking":           "the CLI takes none that its vendor has not signed",
			"assistant content":  "an entry of thinking alone is gone, so the next one is compared with it",
			"assistant entry":    "an entry of thinking alone is gone",
			"timestamp":          "an entry of thinking alone is gone, so the next one is compared with it",
			"model":              "a model of another vendor is written as <synthetic>, so that the user's default goes on",
			"header model":       "a model of another vendor is written as <synthetic>, so that the user's default goes on",
			"stop reason":        "each response must name one",
			"usage":              "the CLI takes the counts for the size of its own context",
			"tool list":          "the CLI has no such tool any more; the shell's ls stands for it",
			"input of tool bash": "the session's own folder needs no mention",
		},
	}
}
