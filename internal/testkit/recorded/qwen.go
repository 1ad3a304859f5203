package recorded

import "stead/adapters/qwen"

// Qwen describes the recorded sessions of Qwen Code.
func Qwen() Sessions {
	return Sessions{
		Root:     ".qwen",
		Fixtures: []string{"qwen/*.jsonl"},
		Layout:   ByHeader("sessionId", qwen.SessionPath, qwen.AgentsFolder),
		Damage:   map[string][]string{"a version of the future": {`"version":"0.24.4"`, `"version":"9.0.0"`}},
		Parent:   "parentUuid",
		Invented: map[string][]string{
			"a record": {`"type":"assistant"`, `"type":"invented"`}, "a part": {`{"text":`, `{"invented":`},
			"a note of the CLI": {`"subtype":"notification"`, `"subtype":"invented"`, `"type":"user","provenance"`,
				`"type":"system","provenance"`},
		},
		Lacking: map[string]string{
			"03-tui-cancel": "the tokens of the answer that was interrupted",
			"reallife-more": "the tokens of the answer that was interrupted",
		},
		Lossy: map[string]string{
			"usage":       "the CLI takes the counts for the size of its own context",
			"stop reason": "a record has none",
			"timestamp":   "the texts and calls of a response are one record",
		},
	}
}
