package cusf_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/internal/jsonl"
	"stead/readers/cusf"
	writer "stead/writers/cusf"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   cusf.New(),
		Writer:   writer.New(),
		Fixtures: []string{"cusf/valid/v0[1-6]*.jsonl"},
		Place:    place,

		TakesNoFiles: true,
		NotExtended:  "no CLI goes on with an export",
		Damage: map[string]func([]byte) []byte{
			"a version of the future": func(file []byte) []byte {
				return []byte(strings.Replace(string(file), `"version":"1.0.0"`, `"version":"2.0.0"`, 1))
			},
			"one id for all": func(file []byte) []byte {
				return []byte(strings.NewReplacer("msg-002", "msg-001", "msg-003", "msg-001", "tool-002", "tool-001").Replace(string(file)))
			},
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
	}
}

// place puts a sample under the name that the standard sets for an export at the time of the tests.
func place(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	content := adaptertest.Read(t, fixture)
	start := jsonl.Value(strings.Split(string(content), "\n")[1])
	id := start.Get("session_id").String()
	name := "2026-12-24T18-00-00Z-session-" + start.Get("llm_source").String() + "-" + id + "--context-export.jsonl"
	path := filepath.Join(root, name)
	adaptertest.Put(t, path, content)
	return adapter.Location{Path: path, ID: id}
}
