package codex_test

import (
	"path"
	"path/filepath"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/codex"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   codex.New(),
		Root:     ".codex",
		Fixtures: []string{"codex/*.jsonl", "codex/handwritten/*.jsonl"},
		Place:    place,
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

const (
	parent = "codex/rollout-2026-11-20T18-45-50-01a1fa47-7b03-7880-a4b7-1550bbe64462.jsonl"
	fork   = "codex/rollout-2026-11-20T18-45-55-01a1fa47-8b58-7103-8498-39b74d657274.jsonl"
)
