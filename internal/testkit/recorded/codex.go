package recorded

import "path/filepath"

// codexFork is a recorded rollout that refers to its history, which is in codexForked.
const (
	codexFork   = "codex/rollout-2026-11-20T18-45-55-01a1fa47-8b58-7103-8498-39b74d657274.jsonl"
	codexForked = "codex/rollout-2026-11-20T18-45-50-01a1fa47-7b03-7880-a4b7-1550bbe64462.jsonl"
)

// Codex describes the recorded sessions of Codex. Codex no longer resumes a bare rollout, so that it is converted under
// a new id. For it, the suite checks only the reader.
func Codex() Sessions {
	all, bare := codexSessions(), codexSessions()
	bare.Fixtures = []string{"codex/handwritten/rollout-2025-06-01T10-00-00-0b0b0b0b-0000-4000-8000-00000000000c.jsonl"}
	bare.IsRead, bare.Lossy = true, nil
	bare.Invented = map[string][]string{"item": {`"type": "message", "role": "assistant"`,
		`"type": "invented_item", "role": "assistant"`}}
	all.Further = map[string]Sessions{"a bare rollout": bare}
	return all
}

func codexSessions() Sessions {
	return Sessions{
		Root: ".codex",
		Fixtures: []string{"codex/*.jsonl", "codex/agents/*-3dc1-*.jsonl", "codex/reallife-*/*.jsonl",
			"codex/handwritten/rollout-2025-09*.jsonl", "codex/handwritten/rollout-2026*.jsonl"},
		Layout: func(root, fixture string, _ func(string) []byte) Layout {
			folder := filepath.Join(root, "sessions", "2026", "11", "20")
			path := filepath.Join(folder, filepath.Base(fixture))
			at := Layout{Path: path, Copies: map[string]string{fixture: path}}
			if fixture == codexFork {
				at.Copies[codexForked] = filepath.Join(folder, filepath.Base(codexForked))
			}
			return at
		},
		Invented: map[string][]string{
			"record": {`"type":"response_item"`, `"type":"invented_record"`},
			"item":   {`"payload":{"type":"message"`, `"payload":{"type":"invented_item"`},
			"part":   {`"type":"output_text"`, `"type":"invented_part"`},
			"role":   {`"role":"assistant"`, `"role":"invented"`},
			"event":  {`"type":"agent_message"`, `"type":"invented_event"`},
		},
		Lacking: map[string]string{"10-55-33": "the tokens of the answer that was interrupted",
			"handwritten": "tokens, and in part the model: they are not in the files",
			"18-54-36":    "the model and the tokens of an answer that was written by hand"},
		Lossy: map[string]string{
			"thinking":          "only what Codex's own model encrypted may be sent back, and that is in the line",
			"assistant entry":   "an answer of nothing but thinking has no other form",
			"assistant content": "the next answer stands in the place of one that was nothing but thinking",
			"timestamp":         "the same",
			"model":             "a rollout keeps the model per turn, for the CLI's own use: a foreign one would be refused",
			"header model":      "the same",
			"stop reason":       "a rollout has none",
			"usage":             "the CLI counts its own requests only",
			"tool task":         "a sub-agent of Codex answers in a form of its own: the call keeps its name",
			"tool web_fetch":    "Codex has no such tool: the call keeps its name",
		},
	}
}
