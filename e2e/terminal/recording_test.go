package terminal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/runtest"
	"stead/internal/term/asciicast"
	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
)

// played fails the test when a run's recording cannot be played, was begun in another size, or never shows a text.
func played(t *testing.T, run runtest.Record, size ptyx.Size, want string) {
	t.Helper()
	file, err := os.Open(filepath.Join(run.Folder, "terminal.cast"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cast, err := asciicast.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	if cast.Header.Columns != int(size.Columns) || cast.Header.Rows != int(size.Rows) {
		t.Errorf("the recording begins at %dx%d", cast.Header.Columns, cast.Header.Rows)
	}
	show := screen.New(cast.Header.Rows, cast.Header.Columns, nil)
	defer show.Close()
	shown, last := false, asciicast.Code(0)
	for event, err := range cast.Events() {
		if err != nil {
			t.Fatalf("the recording is damaged: %v", err)
		}
		last = event.Code
		if event.Code == asciicast.Output {
			_, _ = show.Write([]byte(event.Data))
			shown = shown || strings.Contains(show.Text(), want)
		}
	}
	if !shown || last != asciicast.Exit {
		t.Errorf("%q was shown: %v; the last event is %q", want, shown, last)
	}
}
