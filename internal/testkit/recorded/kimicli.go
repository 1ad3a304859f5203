package recorded

import (
	"path"
	"path/filepath"
	"time"

	"stead/adapters/kimicli"
)

// KimiCLI describes the recorded sessions of Kimi CLI. A compacted session consists of several files, whose lines are
// its records. No line names its session.
func KimiCLI() Sessions {
	all, compacted := kimicliSessions(), kimicliSessions()
	compacted.Fixtures, compacted.Files = []string{"kimicli/agent-compact/*/context.jsonl"}, kimicli.Contexts
	delete(compacted.Lossy, "extra tool_result entry")
	all.Further = map[string]Sessions{"compacted": compacted}
	return all
}

func kimicliSessions() Sessions {
	return Sessions{
		Root:     ".kimi",
		Fixtures: []string{"kimicli/edge/*/context.jsonl", "kimicli/tools/*/context.jsonl"},
		Layout: func(root, fixture string, _ func(string) []byte) Layout {
			const project = "/home/user/demo-kimi"
			folder := path.Dir(fixture)
			session := filepath.Join(kimicli.SessionsFolder(root), kimicli.Bucket(project), path.Base(folder))
			return Layout{
				Path: kimicli.ContextPath(session), Copies: map[string]string{folder: session},
				// Without the list, the owner of a bucket is unknown.
				Files: map[string]string{filepath.Join(root, "kimi.json"): `{"work_dirs":[{"path":"` + project +
					`","kaos":"local","last_session_id":null}]}`},
				Modified: time.Date(2026, 9, 21, 14, 0, 0, 0, time.UTC), // its files do not contain the time of the session
			}
		},
		Invented: map[string][]string{
			"a role": {`"role": "tool"`, `"role": "invented"`, `"role":"tool"`, `"role":"invented"`},
			"a part": {`{"type": "text"`, `{"type": "invented"`, `{"type":"text"`, `{"type":"invented"`},
		},
		Lacking: map[string]string{"kimicli": "the model: the format holds none"},
		Lossy: map[string]string{
			"origin command":          "Kimi CLI keeps the text for which a command stands as the prompt",
			"header model":            "neither file of a session names a model",
			"model":                   "the same",
			"usage":                   "the CLI counts its own requests only",
			"stop reason":             "no file has one",
			"tool list":               "Kimi CLI lists folders with its shell: the call keeps its own name",
			"input of tool bash":      "its shell has no folder of its own: the session's needs no mention, another becomes a part of the command",
			"timestamp":               "a session without any time gets that of the writing",
			"extra tool_result entry": "a call that nobody answered is answered by a note that says so",
		},
		NotExtended: "a compaction renames the files of a session",
	}
}
