package codex_test

import (
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/readers/codex"
)

func FuzzOpen(f *testing.F) {
	contents := adaptertest.Seeds(f, "codex/handwritten/*.jsonl")
	adaptertest.FuzzLines(f, codex.Reader{}, "rollout-2026-11-20T10-00-00-"+ownID+".jsonl", contents, nil)
}
