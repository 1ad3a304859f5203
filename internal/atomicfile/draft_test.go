package atomicfile

import (
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
