package codex_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/resources"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers/codex"
)

// giants are entries with a text of so many bytes, each kind of entry in which it may stand.
func giants(size int) map[string][]*timeline.Entry {
	text := strings.Repeat("a line of a long text\n", size/22)
	return map[string][]*timeline.Entry{
		"a prompt":                       {user(text)},
		"an answer":                      {user("Go on."), assistant(text)},
		"a result of another CLI's tool": {user("Go on."), call("c", "", "Lookup", `{"path":"a"}`), result("c", text)},
		"a result of a command": {user("Go on."), call("c", timeline.Bash, "", `{"command":"ls"}`),
			result("c", text)},
		"a result behind a smaller giant": {user(text[:len(text)/176*22]), call("c", "", "Lookup", `{"path":"a"}`),
			result("c", text)},
	}
}

// A giant text stands in two lines, one for the model and one for the terminal. Neither is held.
func TestGiantTextIsNotCopied(t *testing.T) {
	if resources.RaceEnabled || testing.Short() {
		t.Skip("it is about memory")
	}
	const size, most = 64 << 20, 24 << 20
	for name, entries := range giants(size) {
		t.Run(name, func(t *testing.T) {
			plan, err := codex.Writer{}.Plan(adapter.Store{}, stream(entries...), options())
			if err != nil {
				t.Fatal(err)
			}
			peak := resources.PeakHeap(func() {
				if _, err := (codex.Writer{}).Encode(t.Context(), io.Discard, plan); err != nil {
					t.Fatal(err)
				}
			})
			if t.Logf("%d MB", peak>>20); peak > most {
				t.Errorf("a text of %d MB takes %d MB of memory to write, want at most %d", size>>20, peak>>20, most>>20)
			}
		})
	}
}

// What is written does not depend on how long a text is.
func TestGiantTextIsWrittenLikeAShortOne(t *testing.T) {
	const size = 1 << 20
	for name, entries := range giants(size) {
		short, _ := writertest.Encode(t, codex.Writer{}, stream(giants(22 << 3)[name]...), options())
		giant, report := writertest.Encode(t, codex.Writer{}, stream(entries...), options())
		isGiant, line := len(giant) > size, []byte(`a line of a long text\n`)
		giant, short = bytes.ReplaceAll(giant, line, nil), bytes.ReplaceAll(short, line, nil)
		if !isGiant || report.Entries != len(entries) || !bytes.Equal(short, giant) {
			t.Errorf("%s: %d entries, short\n%.2000s\ngiant\n%.2000s", name, report.Entries, short, giant)
		}
	}
}
