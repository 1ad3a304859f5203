package jsonl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

// flat is a line in a form that can be compared.
type flat struct {
	Number int
	Offset int64
	Text   string
}

func flatten(lines []Line) []flat {
	var all []flat
	for _, line := range lines {
		all = append(all, flat{line.Number, line.Offset, string(line.Bytes)})
	}
	return all
}

// split returns what Lines must return, computed in a simple way.
func split(input string) []flat {
	var all []flat
	offset := int64(0)
	for line := range strings.Lines(input) {
		all = append(all, flat{len(all) + 1, offset, strings.TrimSuffix(line, "\n")})
		offset += int64(len(line))
	}
	return all
}

func bothWays(t *testing.T, input io.Reader, again io.Reader) (lines, mapped []flat) {
	t.Helper()
	for line, err := range Lines(t.Context(), input) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, flatten([]Line{line})...)
	}
	for chunk, err := range Map(t.Context(), again, flatten) {
		if err != nil {
			t.Fatal(err)
		}
		mapped = append(mapped, chunk...)
	}
	return lines, mapped
}

func TestLinesAndMapSplitAtEveryBorder(t *testing.T) {
	defer goleak.VerifyNone(t)
	giant := strings.Repeat("g", chunkSize+17)
	for name, input := range map[string]string{
		"empty":                 "",
		"one line feed":         "\n",
		"no last line feed":     "a\nb",
		"blank lines":           "\n\na\n\n",
		"carriage return kept":  "a\r\nb\r\n",
		"giant line":            "a\n" + giant + "\nb\n",
		"giant line alone":      giant,
		"two giant lines":       giant + "\n" + giant,
		"feed ends a chunk":     strings.Repeat("x", firstChunk-1) + "\nnext\n",
		"feed begins the next":  strings.Repeat("x", firstChunk) + "\nnext\n",
		"chunk is all feeds":    strings.Repeat("\n", 5*firstChunk+3),
		"many lines":            strings.Repeat("some line of text\n", 20_000),
		"giant line after many": strings.Repeat("some line\n", 15_000) + giant + "\nend",
	} {
		t.Run(name, func(t *testing.T) {
			want := split(input)
			lines, mapped := bothWays(t, strings.NewReader(input), iotest.HalfReader(strings.NewReader(input)))
			if !slices.Equal(want, lines) {
				t.Errorf("Lines give %d lines, want %d: %.2000s", len(lines), len(want), cmp.Diff(want, lines))
			}
			if !slices.Equal(want, mapped) {
				t.Errorf("Map gives %d lines, want %d: %.2000s", len(mapped), len(want), cmp.Diff(want, mapped))
			}
		})
	}
}

var errBroken = errors.New("broken")

func TestReadErrorsEndTheRange(t *testing.T) {
	defer goleak.VerifyNone(t)
	broken := func() io.Reader {
		return io.MultiReader(strings.NewReader(strings.Repeat("line\n", 2*firstChunk)), iotest.ErrReader(errBroken))
	}
	var last error
	for _, err := range Lines(t.Context(), broken()) {
		last = err
	}
	if !errors.Is(last, errBroken) {
		t.Errorf("Lines ended with %v", last)
	}
	for _, err := range Map(t.Context(), broken(), flatten) {
		last = err
	}
	if !errors.Is(last, errBroken) {
		t.Errorf("Map ended with %v", last)
	}
}

func TestMapIsLeftEarlyWithoutALeak(t *testing.T) {
	defer goleak.VerifyNone(t)
	n := 0
	for _, err := range Map(t.Context(), strings.NewReader(strings.Repeat("line\n", chunkSize)), flatten) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 2 {
			break
		}
	}
}

// A reader that is canceled while the consumer waits must not look like one that has reached the end.
func TestMapReportsTheContextsEnd(t *testing.T) {
	defer goleak.VerifyNone(t)
	for after := range 4 {
		ctx, cancel := context.WithCancel(t.Context())
		input := &cancelling{Reader: strings.NewReader(strings.Repeat("line\n", chunkSize)), cancel: cancel,
			after: after * firstChunk}
		var last error
		for _, err := range Map(ctx, input, flatten) {
			last = err
		}
		if !errors.Is(last, context.Canceled) {
			t.Errorf("cancelled after %d chunks: the range ended with %v", after, last)
		}
		cancel()
	}
}

// cancelling cancels a context when a given amount has been read.
type cancelling struct {
	io.Reader
	cancel      context.CancelFunc
	read, after int
}

func (c *cancelling) Read(p []byte) (int, error) {
	if c.read >= c.after {
		c.cancel()
	}
	n, err := c.Reader.Read(p)
	c.read += n
	return n, err
}

func TestMapKeepsTheOrderOfSlowAndFastChunks(t *testing.T) {
	input := strings.Repeat(strings.Repeat("x", 99)+"\n", 60_000)
	next := 1
	for first, err := range Map(t.Context(), strings.NewReader(input), func(lines []Line) int {
		if len(lines) > 0 && lines[0].Number%2 == 0 {
			bytes.Count(bytes.Repeat([]byte("work"), 1<<18), []byte("k"))
		}
		if len(lines) == 0 {
			return 0
		}
		if lines[0].Number != lines[len(lines)-1].Number-len(lines)+1 {
			panic(fmt.Sprint("gap in a chunk at ", lines[0].Number))
		}
		return lines[0].Number
	}) {
		if err != nil {
			t.Fatal(err)
		}
		if first != 0 && first < next {
			t.Fatalf("chunk that begins with line %d came after line %d", first, next)
		}
		next = max(next, first+1)
	}
}

func BenchmarkMap(b *testing.B) {
	input := []byte(strings.Repeat(strings.Repeat("x", 999)+"\n", 32<<10))
	b.SetBytes(int64(len(input)))
	for b.Loop() {
		for _, err := range Map(b.Context(), bytes.NewReader(input), func(lines []Line) int { return len(lines) }) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
