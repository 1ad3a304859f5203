package jsonl

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zeros is an endless input without a line.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// shorten sets the maximum line length to 4 MB.
func shorten(t *testing.T) {
	before := maxLine
	maxLine = 4 << 20
	t.Cleanup(func() { maxLine = before })
}

func TestLineWithoutAnEndIsNotHeld(t *testing.T) {
	shorten(t)
	var failed error
	for _, err := range Map(t.Context(), zeros{}, func(lines []Line) int { return len(lines) }) {
		failed = err
	}
	if !errors.Is(failed, ErrLongLine) {
		t.Error(failed)
	}
	for _, err := range Lines(t.Context(), zeros{}) {
		failed = err
	}
	if !errors.Is(failed, ErrLongLine) {
		t.Error(failed)
	}
}

func TestTailOfAHoleIsNotHeld(t *testing.T) {
	shorten(t)
	path := filepath.Join(t.TempDir(), "session")
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 3<<30)); err != nil {
		t.Fatal(err)
	}
	if _, err := NewTail(path, 0, 0).Next(); !errors.Is(err, ErrLongLine) {
		t.Error(err)
	}
}

func TestTailOfMuchComesPieceByPiece(t *testing.T) {
	shorten(t)
	path := filepath.Join(t.TempDir(), "session")
	line := strings.Repeat("x", 1<<20) + "\n"
	if err := os.WriteFile(path, []byte(strings.Repeat(line, 9)), 0o600); err != nil {
		t.Fatal(err)
	}
	tail, seen := NewTail(path, 0, 0), 0
	for range 4 {
		lines, err := tail.Next()
		if err != nil {
			t.Fatal(err)
		}
		seen += len(lines)
	}
	if seen != 9 {
		t.Errorf("%d lines", seen)
	}
}
