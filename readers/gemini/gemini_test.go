package gemini_test

import (
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/recorded"
	"stead/readers/gemini"
	writer "stead/writers/gemini"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: gemini.Reader{}, Writer: writer.Writer{}, Recorded: recorded.Gemini()}
}
