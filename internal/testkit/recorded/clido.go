package recorded

import (
	"path/filepath"
	"strings"
	"time"

	"stead/adapters/clido"
)

// Clido describes the recorded sessions of clido.
func Clido() Sessions {
	return Sessions{
		Root:     ".local/share/clido/sessions",
		Fixtures: []string{"clido/*-layout/sessions/*/*.jsonl"},
		Layout: func(root, fixture string, _ func(string) []byte) Layout {
			folder := filepath.Base(filepath.Dir(fixture))
			if strings.HasPrefix(fixture, "clido/code-layout") {
				folder = "_" + folder // Go does not embed folders with such a name
			}
			path := filepath.Join(root, folder, filepath.Base(fixture))
			return Layout{
				Path: path, ID: clido.SessionID(path), Copies: map[string]string{fixture: path},
				Modified: time.Date(2026, 4, 2, 10, 0, 0, 0, time.UTC), // the only sign of a session's end
			}
		},
		Damage: map[string][]string{
			"a version of the future": {`"schema_version":1`, `"schema_version":2`},
			"one id for all calls":    {"toolu_01B", "toolu_01A"},
		},
		Invented: map[string][]string{
			"a record": {`"type":"user_message"`, `"type":"invented_message"`},
			"a block":  {`{"type":"text"`, `{"type":"invented"`},
		},
		Lacking: map[string]string{"sessions": "a model and tokens: the format holds neither"},
		Lossy: map[string]string{
			"origin command":          "clido keeps the text for which a command stands as the prompt",
			"attachments":             "clido's results are text",
			"error":                   "why a call failed stands before its output",
			"output":                  "the same",
			"header model":            "a session names no model",
			"model":                   "the same",
			"stop reason":             "a session has none",
			"timestamp":               "no line but the first has a time",
			"usage":                   "a session has none",
			"tool ask":                "clido has no such tool: the call keeps its name",
			"tool task":               "the same",
			"extra tool_result entry": "a call without a result gets one, as clido's own loader does it",
		},
	}
}
