package asciicast_test

import (
	"io"
	"strings"
	"testing"

	"stead/internal/term/asciicast"
)

// BenchmarkRecorder measures the cost of recording colored output in the chunks that a relay's queue creates.
func BenchmarkRecorder(b *testing.B) {
	chunk := []byte(strings.Repeat("\x1b[32mok\x1b[0m stead/internal/term/asciicast 日本 0.012s (cached) 87.5% of it\r\n",
		800))
	recorder, err := asciicast.NewRecorder(io.Discard, asciicast.Header{}, start)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(chunk)))
	for b.Loop() {
		recorder.Output(start, chunk)
	}
}
