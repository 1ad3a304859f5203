package clido_test

import (
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/recorded"
	"stead/readers/clido"
	writer "stead/writers/clido"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: clido.Reader{}, Writer: writer.Writer{}, Recorded: recorded.Clido()}
}
