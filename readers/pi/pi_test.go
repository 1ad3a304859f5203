package pi_test

import (
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/recorded"
	"stead/readers/pi"
	writer "stead/writers/pi"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: pi.Reader{}, Writer: writer.Writer{}, Recorded: recorded.Pi()}
}
