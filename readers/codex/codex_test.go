package codex_test

import (
	"testing"

	"stead/internal/adaptertest"
	format "stead/internal/format/codex"
	"stead/readers/codex"
	writer "stead/writers/codex"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

// A bare rollout is no longer resumed by Codex, so that under a new id it is converted: the suite demands its own lines.
func TestBareRollout(t *testing.T) {
	a := suite()
	a.Writer, a.Recorded.Fixtures, a.Recorded.Lossy = nil, []string{bare}, nil
	adaptertest.Run(t, a)
}

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: codex.Reader{}, Writer: writer.Writer{}, Recorded: format.Recorded()}
}

const bare = "codex/handwritten/rollout-2025-06-01T10-00-00-0b0b0b0b-0000-4000-8000-00000000000c.jsonl"
