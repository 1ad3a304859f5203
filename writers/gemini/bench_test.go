package gemini_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/timeline"
	"stead/writers/gemini"
)

// BenchmarkEncode converts a session of the shape of a long Claude session: most of it is tool output of some kilobytes.
func BenchmarkEncode(b *testing.B) {
	s := longSession(2000)
	b.ReportAllocs()
	var size counter
	for b.Loop() {
		size = 0
		plan, err := gemini.New().Plan(adapter.Store{}, s, options())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := gemini.New().Encode(context.Background(), io.MultiWriter(&size), plan); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(size))
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// longSession returns a session of turns that hold a prompt, a command with its output and an answer.
func longSession(turns int) timeline.Stream {
	output := strings.Repeat("a line of output, \"quoted\"\tand\\escaped\n", 150)
	var entries []*timeline.Entry
	for i := range turns {
		id := fmt.Sprintf("bash-%d", i)
		entries = append(entries, user("Please go on with the next step, and explain it."),
			call(id, timeline.Bash, "Bash", `{"command":"go test ./..."}`), result(id, output),
			assistant(strings.Repeat("Here is what I did and why. ", 20)))
	}
	return stream(entries...)
}
