package jsonl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTailSeesLinesOnceTheyAreWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	tail := NewTail(path, 0, 0)
	for _, step := range []struct {
		add  string
		want []flat
	}{
		{"", nil}, // the file is not there yet
		{"one\ntw", []flat{{1, 0, "one"}}},
		{"", nil},
		{"o", nil},
		{"\nthree\n\n", []flat{{2, 4, "two"}, {3, 8, "three"}, {4, 14, ""}}},
		{"four", nil},
	} {
		if step.add != "" {
			appendTo(t, path, step.add)
		}
		lines, err := tail.Next()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, flatten(lines)); diff != "" {
			t.Errorf("after %q: %s", step.add, diff)
		}
	}
}

func TestTailBeginsWhereItIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	appendTo(t, path, "one\ntwo\n")
	lines, err := NewTail(path, 4, 1).Next()
	if diff := cmp.Diff([]flat{{2, 4, "two"}}, flatten(lines)); diff != "" || err != nil {
		t.Errorf("error %v, %s", err, diff)
	}
}

func TestTailReportsAFileThatShrank(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	appendTo(t, path, "one\ntwo\n")
	tail := NewTail(path, 0, 0)
	if _, err := tail.Next(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 3); err != nil {
		t.Fatal(err)
	}
	if _, err := tail.Next(); !errors.Is(err, ErrShrunk) {
		t.Errorf("error %v", err)
	}
}

func TestTailOfAFolderIsAnError(t *testing.T) {
	if _, err := NewTail(t.TempDir(), 0, 0).Next(); err == nil {
		t.Error("a folder was read")
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

func TestFollowBeginsBehindWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	var seen []string
	follow := func() *Tail {
		t.Helper()
		seen = nil
		tail, err := Follow(t.Context(), path, func(line Line) {
			seen = append(seen, fmt.Sprintf("%d %s", line.Number, line.Bytes))
		})
		if err != nil {
			t.Fatal(err)
		}
		return tail
	}
	if tail := follow(); len(seen) != 0 || tail == nil {
		t.Errorf("%q of no file", seen)
	}
	if err := os.WriteFile(path, []byte("one\ntwo\nthr"), 0o600); err != nil {
		t.Fatal(err)
	}
	tail := follow()
	if want := []string{"1 one", "2 two"}; !slices.Equal(seen, want) {
		t.Errorf("%q, want %q", seen, want)
	}
	if err := os.WriteFile(path, []byte("one\ntwo\nthree\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	lines, err := tail.Next()
	if err != nil || len(lines) != 1 || lines[0].Number != 3 || string(lines[0].Bytes) != "three" {
		t.Errorf("%v, %v", lines, err)
	}
}
