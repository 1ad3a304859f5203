package cusf_test

import (
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/recorded"
	"stead/readers/cusf"
	writer "stead/writers/cusf"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: cusf.Reader{}, Writer: writer.Writer{}, Recorded: recorded.CUSF()}
}
