package recorded

import (
	"time"

	"stead/adapters/pi"
)

// Pi describes the recorded sessions of Pi. The CLI rewrites a session of version 1 when it loads it, so that it is
// converted under a new id. For it, the suite checks only the reader.
func Pi() Sessions {
	all, old, edited := piSessions(), piSessions(), piSessions()
	all.Invented = map[string][]string{
		"a record": {`"type":"custom_message"`, `"type":"invented_message"`},
		"a block":  {`{"type":"text",`, `{"type":"invented",`},
		"a role":   {`"role":"bashExecution"`, `"role":"invented"`},
	}
	old.Fixtures = []string{"pi/handwritten/old/version-1.jsonl"}
	old.IsRead, old.Lossy, old.Damage = true, nil, nil
	old.Parent = "" // it has none
	edited.Fixtures = []string{"pi/handwritten/tree-and-edits.jsonl"}
	edited.HasEdits = true
	all.Further = map[string]Sessions{"version 1": old, "edits": edited}
	return all
}

func piSessions() Sessions {
	return Sessions{
		Root:     ".pi/agent",
		Fixtures: []string{"pi/*.jsonl", "pi/handwritten/minimal.jsonl"},
		Layout: ByHeader("id", func(root, cwd, id string) string {
			return pi.SessionPath(root, cwd, id, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
		}, nil),
		Damage:  map[string][]string{"a version of the future": {`"version":3`, `"version":9`}},
		Parent:  "parentId",
		Lacking: map[string]string{"handwritten": "tokens: the files were written by hand without them"},
		Lossy: map[string]string{
			"origin command":     "Pi keeps the text for which a command stands as the prompt",
			"thinking":           "the CLI would paste the thinking of another model into the text",
			"usage":              "the CLI takes the counts of the last answer for the size of its own context",
			"model":              "an answer names the model with which the session goes on, and the suite names none",
			"header model":       "the same",
			"stop reason":        "an answer must name one of the CLI's own",
			"timestamp":          "the texts and calls of a response are one record",
			"input of tool bash": "the session's own folder needs no mention",
			"tool ask":           "the CLI has no such tool: the call keeps its name",
			"tool task":          "the same",
			"tool web_fetch":     "the same",
			"tool web_search":    "the same",
		},
	}
}
