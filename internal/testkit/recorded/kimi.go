package recorded

import (
	"path"

	"stead/adapters/kimi"
	"stead/internal/adapt/jsonl"
)

// Kimi describes the recorded sessions of Kimi Code.
func Kimi() Sessions {
	return Sessions{
		Root:     ".kimi-code",
		Fixtures: []string{"kimi/*/agents/main/wire.jsonl"},
		Layout: func(root, fixture string, read func(string) []byte) Layout {
			folder := path.Dir(path.Dir(path.Dir(fixture)))
			state := jsonl.Value(read(folder + "/state.json"))
			session := kimi.SessionFolder(root, kimi.Dir(state), state.Get("id").String())
			return Layout{Path: kimi.WirePath(session, kimi.MainAgent), Copies: map[string]string{folder: session}}
		},
		Invented: map[string][]string{
			"a record":     {`"type":"context.append_message"`, `"type":"context.append_invented"`},
			"a loop event": {`"event":{"type":"content.part"`, `"event":{"type":"content.invented"`},
			"a part":       {`{"type":"text","text":`, `{"type":"invented","text":`},
			"a role":       {`"message":{"role":"user"`, `"message":{"role":"invented"`},
		},
		Lacking: map[string]string{"minimal": "a model and tokens: it was written by hand without them",
			"reallife-tour": "the tokens of the answer that was interrupted"},
		Lossy: map[string]string{
			"header model": "the CLI writes the model's name with each request that it makes itself",
			"model":        "the same",
			"usage":        "the CLI counts its own requests only",
			"stop reason":  "a step's end says it only as far as the calls that were made tell it",
			"tool list":    "Kimi Code lists folders with its shell: the call keeps its own name",
		},
	}
}
