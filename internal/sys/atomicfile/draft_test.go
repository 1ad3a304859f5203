package atomicfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRestartTakesBackWhatWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var set Set
	w, err := set.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	draft := w.(*Draft)
	for _, text := range []string{strings.Repeat("a long one ", bufferSize), "short"} {
		if err := draft.Restart(); err != nil {
			t.Fatal(err)
		}
		if _, err := draft.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := set.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); string(got) != "short" {
		t.Errorf("the file holds %d bytes (%v), want only what was written last", len(got), err)
	}
}

// draftIn returns a draft in a new file, and the file.
func draftIn(t *testing.T) (*Draft, *os.File) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return NewDraft(file), file
}

func TestDraftHoldsABoundedPartInMemory(t *testing.T) {
	draft, file := draftIn(t)
	var want []byte
	for i, size := range []int{1, bufferSize - 2, 1, bufferSize, 100_000, 3*bufferSize - 5, 17, 0} {
		part := bytes.Repeat([]byte{'a' + byte(i)}, size)
		want = append(want, part...)
		if n, err := draft.Write(part); n != size || err != nil {
			t.Errorf("of part %d %d bytes are taken: %v", i, n, err)
		}
		if len(draft.full) >= bufferSize || len(draft.spare) > bufferSize {
			t.Errorf("behind part %d it holds %d and %d bytes", i, len(draft.full), len(draft.spare))
		}
	}
	if err := draft.Flush(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file.Name()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the file holds %d bytes that were not written so: %v", len(got), err)
	}
}

// The error of a write in progress is returned by the next one, and remains.
func TestDraftThatCannotBeWrittenSaysHowFarItWas(t *testing.T) {
	draft, file := draftIn(t)
	file.Close()
	if n, err := draft.Write(make([]byte, 3*bufferSize)); n != 2*bufferSize || !errors.Is(err, os.ErrClosed) {
		t.Errorf("%d bytes were taken: %v", n, err)
	}
	if _, err := draft.Write([]byte("a")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the next write: %v", err)
	}
	if err := draft.Flush(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the end: %v", err)
	}
	if err := draft.Restart(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a new beginning: %v", err)
	}
	draft, file = draftIn(t)
	if _, err := draft.Write([]byte("a")); err != nil {
		t.Fatal(err)
	}
	file.Close()
	for range 2 {
		if err := draft.Flush(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("the end of a short one: %v", err)
		}
	}
}

func TestDraftIsReadWhileItIsWritten(t *testing.T) {
	draft, file := draftIn(t)
	for _, text := range []string{strings.Repeat("a", bufferSize+1), "b"} {
		if _, err := draft.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		reader, size, err := draft.Written()
		if err != nil {
			t.Fatal(err)
		}
		last := make([]byte, 1)
		if _, err := reader.ReadAt(last, size-1); err != nil || last[0] != text[len(text)-1] {
			t.Errorf("of %d bytes the last is %q: %v", size, last, err)
		}
	}
	file.Close()
	if _, _, err := draft.Written(); err == nil {
		t.Error("a closed file is read")
	}
}
