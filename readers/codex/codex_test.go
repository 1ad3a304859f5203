package codex_test

import (
	"path"
	"path/filepath"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/codex"
	writer "stead/writers/codex"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

// A bare rollout is no longer resumed by Codex, so that under a new id it is converted: the suite demands its own lines.
func TestBareRollout(t *testing.T) {
	a := suite()
	a.Writer, a.Fixtures, a.Lossy = nil, []string{bare}, nil
	adaptertest.Run(t, a)
}

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   codex.New(),
		Writer:   writer.New(),
		Root:     ".codex",
		Fixtures: []string{"codex/*.jsonl", "codex/reallife-*/*.jsonl", "codex/handwritten/rollout-2025-09*.jsonl", "codex/handwritten/rollout-2026*.jsonl"},
		Place:    place,
		Lacking:  map[string]string{"10-55-33": "the tokens of the answer that was interrupted", "handwritten": "tokens, and in part the model: they are not in the files", "18-54-36": "the model and the tokens of an answer that was written by hand"},
		Lossy:    lossy,
	}
}

// place puts a rollout into the folder of a day, with its parent beside it when it is a fork by reference.
func place(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	folder := filepath.Join(root, "sessions", "2026", "11", "20")
	target := filepath.Join(folder, path.Base(fixture))
	adaptertest.Copy(t, fixture, target)
	if fixture == fork {
		adaptertest.Copy(t, parent, filepath.Join(folder, path.Base(parent)))
	}
	return adapter.Location{Path: target}
}

// lossy is what a session loses that is written without its own lines.
var lossy = map[string]string{
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
}

const (
	bare   = "codex/handwritten/rollout-2025-06-01T10-00-00-0b0b0b0b-0000-4000-8000-00000000000c.jsonl"
	parent = "codex/rollout-2026-11-20T18-45-50-01a1fa47-7b03-7880-a4b7-1550bbe64462.jsonl"
	fork   = "codex/rollout-2026-11-20T18-45-55-01a1fa47-8b58-7103-8498-39b74d657274.jsonl"
)
