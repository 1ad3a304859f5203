package recorded

import "path/filepath"

// OpenCode describes the recorded sessions of OpenCode.
func OpenCode() Sessions {
	return Sessions{
		Root: filepath.Join(".local", "share", "opencode"),
		Fixtures: []string{
			"opencode/plain.json", "opencode/tools*.json", "opencode/attachments.json", "opencode/compaction.json",
			"opencode/delegation.json",
			"opencode/reallife-tour.json", "opencode/reallife-more.json",
		},
		Cut:    64,
		Damage: map[string][]string{"another schema": {"CREATE TABLE `part`", "CREATE TABLE `prat`"}},
		Lacking: map[string]string{
			"reallife-tour": "the usage of an answer that was interrupted",
			"reallife-more": "the usage of a message whose call a command gave, and no model",
		},
		Lossy: map[string]string{
			"timestamp":   "prompts of one moment get times one after the other, by which OpenCode orders them",
			"usage":       "OpenCode would take the tokens of another model for its own, and compact",
			"model":       "an answer whose model is not known is the session's",
			"stop reason": "OpenCode has two: after a call, and at the end",
		},
	}
}
