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
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   kimi.New(),
		Root:     ".kimi-code",
		Fixtures: []string{"kimi/*/agents/main/wire.jsonl"},
		Place:    place,
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
