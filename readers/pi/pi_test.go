package pi_test

import (
	"testing"

	"stead/internal/adaptertest"
	format "stead/internal/format/pi"
	"stead/readers"
	"stead/readers/pi"
	writer "stead/writers/pi"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

// The CLI rewrites a session of version 1 when it loads it, so that under a new id it is converted: the suite demands its own lines.
func TestVersion1(t *testing.T) {
	a := suite()
	a.Writer, a.Recorded.Fixtures, a.Recorded.Lossy, a.Recorded.Damage = nil, []string{"pi/handwritten/old/version-1.jsonl"}, nil, nil
	a.Recorded.Parent = "" // it names none
	adaptertest.Run(t, a)
}

// What a record says may be changed by one that comes later, which a tail cannot know yet.
func TestEdits(t *testing.T) {
	a := suite()
	a.Reader, a.Recorded.Fixtures = struct{ readers.Reader }{pi.Reader{}}, []string{"pi/handwritten/tree-and-edits.jsonl"}
	adaptertest.Run(t, a)
}

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: pi.Reader{}, Writer: writer.Writer{}, Recorded: format.Recorded()}
}
