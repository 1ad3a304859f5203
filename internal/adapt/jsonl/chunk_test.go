package jsonl

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// short reports a smaller size than it has, like a file that grows.
type short struct {
	io.Reader
	size int64
}

func (s short) Size() int64 { return s.size }

func TestLinesOfInputsThatDoNotKnowTheirSize(t *testing.T) {
	giant := strings.Repeat("x", 3*chunkSize+17)
	text := strings.Repeat("x", firstChunk+100) + "\n" + giant + "\nsecond\n" + strings.Repeat("some lines\n", 100_000) +
		giant
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

// A session may have one text of some hundred megabytes.
func TestAGiantLineIsHeldOnce(t *testing.T) {
	const size = 64 << 20
	file, err := os.Create(filepath.Join(t.TempDir(), "giant"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := errors.Join(file.Truncate(size), seekTo(file, size), write(file, "\nsecond\n"),
		seekTo(file, 0)); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	lengths := []int{}
	for line, err := range Lines(t.Context(), file) {
		if err != nil {
			t.Fatal(err)
		}
		lengths = append(lengths, len(line.Bytes))
	}
	runtime.ReadMemStats(&after)
	if !slices.Equal(lengths, []int{size, len("second")}) {
		t.Errorf("the lines have %d bytes", lengths)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > size+4*chunkSize {
		t.Errorf("it takes %d MB", took>>20)
	}
}

func seekTo(file *os.File, at int64) error {
	_, err := file.Seek(at, io.SeekStart)
	return err
}

func write(file *os.File, text string) error {
	_, err := file.WriteString(text)
	return err
}
