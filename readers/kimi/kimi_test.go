package kimi_test

import (
	"path"
	"path/filepath"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	format "stead/internal/format/kimi"
	"stead/internal/jsonl"
	"stead/readers/kimi"
	writer "stead/writers/kimi"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   kimi.New(),
		Writer:   writer.New(),
		Root:     ".kimi-code",
		Fixtures: []string{"kimi/*/agents/main/wire.jsonl"},
		Place:    place,
		Lacking:  map[string]string{"minimal": "a model and tokens: it was written by hand without them", "reallife-tour": "the tokens of the answer that was interrupted"},
		Lossy:    lossy,
	}
}

// place puts a session's folder where the CLI keeps it: under the key of its working folder.
func place(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	folder := path.Dir(path.Dir(path.Dir(fixture)))
	state := jsonl.Value(adaptertest.Read(t, folder+"/state.json"))
	session := format.SessionFolder(root, format.Dir(state), state.Get("id").String())
	adaptertest.Copy(t, folder, session)
	return adapter.Location{Path: filepath.Join(session, "agents", "main", "wire.jsonl")}
}

// lossy is what a session loses that is written without its own records.
var lossy = map[string]string{
	"header model": "the CLI writes the model's name with each request that it makes itself",
	"model":        "the same",
	"usage":        "the CLI counts its own requests only",
	"stop reason":  "a step's end says it only as far as the calls that were made tell it",
	"tool list":    "Kimi Code lists folders with its shell: the call keeps its own name",
}
