package jsonl

import (
	"io"
	"strings"
	"testing"
)

// short tells that it is shorter than it is, as a file does that grows.
type short struct {
	io.Reader
	size int64
}

func (s short) Size() int64 { return s.size }

func TestLinesOfInputsThatDoNotKnowTheirSize(t *testing.T) {
	giant := strings.Repeat("x", 3*chunkSize+17)
	text := strings.Repeat("x", firstChunk+100) + "\n" + giant + "\nsecond\n" + strings.Repeat("some lines\n", 100_000) + giant
	for name, input := range map[string]io.Reader{
		"untold":        struct{ io.Reader }{strings.NewReader(text)},
		"told":          strings.NewReader(text),
		"told nothing":  short{strings.NewReader(text), 0},
		"told a part":   short{strings.NewReader(text), 700_000},
		"told too much": short{strings.NewReader(text), 1 << 40},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			lines := 0
			for line, err := range Lines(t.Context(), input) {
				if err != nil {
					t.Fatal(err)
				}
				if lines++; lines > 1 {
					b.WriteByte('\n')
				}
				b.Write(line.Bytes)
			}
			if b.String() != text {
				t.Errorf("%d lines with %d bytes, want %d bytes", lines, b.Len(), len(text))
			}
		})
	}
}
