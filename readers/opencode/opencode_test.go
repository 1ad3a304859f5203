package opencode_test

import (
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/recorded"
	"stead/readers/opencode"
	writer "stead/writers/opencode"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: opencode.Reader{}, Writer: writer.Writer{}, Recorded: recorded.OpenCode(),
		Place: place, Records: records, Anonymous: anonymous, Prepare: prepare}
}
