package recorded

import "path/filepath"

// CUSF describes the recorded sessions of CUSF.
func CUSF() Sessions {
	return Sessions{
		Fixtures: []string{"cusf/valid/v0[1-6]*.jsonl"},
		Layout: func(root, fixture string, read func(string) []byte) Layout {
			content := read(fixture)
			id := Value(content, "session_id")
			// The standard defines the name, here for an export at the time of the tests.
			path := filepath.Join(root, "2026-12-24T18-00-00Z-session-"+Value(content, "llm_source")+"-"+id+
				"--context-export.jsonl")
			return Layout{Path: path, ID: id, Copies: map[string]string{fixture: path}}
		},
		Damage: map[string][]string{
			"a version of the future": {`"version":"1.0.0"`, `"version":"2.0.0"`},
			"one id for all":          {"msg-002", "msg-001", "msg-003", "msg-001", "tool-002", "tool-001"},
		},
		Lacking: map[string]string{"v02": "all that is optional", "v04": "the end of the session"},
		Lossy: map[string]string{
			"origin command":        "the standard keeps the text for which a command stands as the prompt",
			"model":                 "that of a call stands in the message that the call belongs to",
			"attachments":           "the format holds text only",
			"user content":          "a note stands in the place of a picture",
			"output":                "the same",
			"header model":          "the standard has no name for every CLI: its own stands before the model",
			"extra assistant entry": "calls must belong to a message: an empty one is made where the model said nothing",
		},
		TakesNoFiles: true,
		NotExtended:  "no CLI goes on with an export",
	}
}
