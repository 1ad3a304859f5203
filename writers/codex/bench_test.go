package codex_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"stead/timeline"
	"stead/writers/codex"
)

// BenchmarkEncode converts a session of the shape of a long Claude session: most of it is tool output of some kilobytes.
func BenchmarkEncode(b *testing.B) {
	stream := longSession(2000)
	b.ReportAllocs()
	var size counter
	for b.Loop() {
		size = 0
		plan, err := codex.New().Plan(store(""), stream, options())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := codex.New().Encode(context.Background(), io.MultiWriter(&size), plan); err != nil {
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

// longSession returns a session of turns that hold a prompt, a command with its output, a new file and an answer.
func longSession(turns int) timeline.Stream {
	output := timeline.NewText(strings.Repeat("a line of output, \"quoted\"\tand\\escaped\n", 150))
	content := timeline.NewText(strings.Repeat("func main() { fmt.Println(\"hello\") }\n", 60))
	write := timeline.NewObject(nil)
	write.String("path", "/home/user/demo/main.go")
	write.Text("content", content)
	input := write.End()
	var entries []*timeline.Entry
	for i := range turns {
		for _, e := range []*timeline.Entry{
			{Type: timeline.User, Content: timeline.NewText("Please go on with the next step, and explain it.")},
			{Type: timeline.ToolCall, ID: fmt.Sprintf("bash-%d", i), Tool: timeline.Bash, Input: []byte(`{"command":"go test ./..."}`)},
			{Type: timeline.ToolResult, CallID: fmt.Sprintf("bash-%d", i), Success: true, Output: output},
			{Type: timeline.ToolCall, ID: fmt.Sprintf("write-%d", i), Tool: timeline.Write, Input: input},
			{Type: timeline.ToolResult, CallID: fmt.Sprintf("write-%d", i), Success: true, Output: timeline.NewText("done")},
			{Type: timeline.Assistant, Content: timeline.NewText(strings.Repeat("Here is what I did and why. ", 20))},
		} {
			e.Timestamp = "2026-11-20T10:00:00Z"
			entries = append(entries, e)
		}
	}
	return timeline.Stream{Header: header(), Entries: timeline.Of(entries...)}
}
