package terminal

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"stead/internal/term/plain"
	"stead/internal/testkit"
	"stead/timeline"
)

func lines(n int) timeline.Text {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return timeline.NewText(b.String())
}

// session has one of everything that is shown in a way of its own.
func session() timeline.Stream {
	at := "2026-11-20T18:55:42.405Z"
	child := timeline.Stream{
		Header:  timeline.Header{ID: "child", Source: timeline.Source{CLI: "claude"}},
		Entries: timeline.Of(&timeline.Entry{ID: "c1", Type: timeline.User, Content: timeline.NewText("Find hello.")}),
	}
	return timeline.Stream{
		Header: timeline.Header{
			ID: "s", Source: timeline.Source{CLI: "claude", Version: "2.1.197"}, Model: timeline.Model{Model: "claude-opus-4-8"},
			Project:  timeline.Project{Path: "/code/app", Git: &timeline.Git{Branch: "main"}},
			Metadata: timeline.Metadata{Created: at, Tokens: &timeline.Tokens{Input: 1200, Output: 34}},
		},
		Entries: timeline.Of(
			&timeline.Entry{ID: "hidden", Type: timeline.System, Content: timeline.NewText("harness"), Hidden: true},
			&timeline.Entry{ID: "u1", Timestamp: at, Type: timeline.User,
				Content:     timeline.NewText("Run both, and look at the picture, which is attached to this message somewhere."),
				Attachments: []timeline.Attachment{{MediaType: "image/png", Name: "shot.png", Bytes: 12_345}}},
			&timeline.Entry{ID: "a1", Timestamp: at, Type: timeline.Assistant, Content: timeline.NewText("I run both."),
				Thinking: lines(5)},
			&timeline.Entry{ID: "t1", Type: timeline.ToolCall, Tool: timeline.Bash,
				Input: json.RawMessage(
					`{"command":"go test ./... 2>&1 |\n tail -n 100 | grep -v 'no test files' | sort","timeout":1000}`)},
			&timeline.Entry{ID: "t2", Type: timeline.ToolCall, Tool: timeline.Unknown, OriginalTool: "TaskCreate",
				Input: json.RawMessage(`{"subject":"x"}`)},
			&timeline.Entry{ID: "r1", Type: timeline.ToolResult, CallID: "t1", Success: false,
				Error: timeline.NewText("exit code 3"), Output: lines(20)},
			&timeline.Entry{ID: "r2", Type: timeline.ToolResult, CallID: "t2", Success: true,
				Output: timeline.NewText("created\n")},
			&timeline.Entry{ID: "e1", Type: timeline.ToolCall, Tool: timeline.Edit,
				Input: json.RawMessage(
					`{"path":"calc.py","old":"def add(a, b):\n    return a - b","new":"def add(a, b):\n    return a + b","replaceAll":true}`)},
			&timeline.Entry{ID: "s1", Type: timeline.ToolResult, CallID: "e1", Success: true, Output: timeline.NewText("Done.")},
			&timeline.Entry{ID: "e2", Type: timeline.ToolCall, Tool: timeline.Edit,
				Input: json.RawMessage(
					`{"patch":"*** Begin Patch\n*** Update File: a.go\n@@ func main\n-one line that is wider than any terminal of the tests can show in a row\n+two\n*** End Patch"}`)},
			&timeline.Entry{ID: "e3", Type: timeline.ToolCall, Tool: timeline.Write,
				Input: encoded(map[string]string{"path": "lines.txt", "content": lines(20).String()})},
			&timeline.Entry{ID: "b1", Type: timeline.User, Content: timeline.NewText("Something else"), Branch: "b"},
			&timeline.Entry{ID: "x1", Type: timeline.System, Content: lines(15),
				Compaction: &timeline.Compaction{Trigger: "auto"}},
			&timeline.Entry{ID: "u2", Type: timeline.User, Content: timeline.NewText("One.")},
			&timeline.Entry{ID: "u3", Type: timeline.User, Content: timeline.NewText("Two prompts in a row are two.")},
		),
		Children: []timeline.Stream{child},
	}
}

func encoded(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

func write(t *testing.T, s timeline.Stream, o Options) string {
	t.Helper()
	var b strings.Builder
	o.Zone = time.UTC
	if err := Write(&b, "claude:s", s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTranscript(t *testing.T) {
	for name, o := range map[string]Options{
		"folded": {Width: 60}, "full": {Width: 60, Full: true}, "unlimited": {}, "colored": {Width: 60, Color: true},
		"numbered": {Width: 60, Numbers: true},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.Golden(t, "testdata/"+name+".txt", []byte(write(t, session(), o)))
		})
	}
}

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	for _, width := range []int{20, 40, 80} {
		for line := range strings.SplitSeq(write(t, session(), Options{Width: width, Full: true, Color: true}), "\n") {
			if plain.Width(line) > width {
				t.Errorf("%d cells at a width of %d: %q", plain.Width(line), width, line)
			}
		}
	}
}

func TestNothingOfASessionReachesTheTerminal(t *testing.T) {
	const hostile = "\x1b]0;owned\x07\x1b[2J\u009bx\b"
	text := timeline.NewText(hostile)
	input, err := json.Marshal(map[string]string{"command": hostile})
	if err != nil {
		t.Fatal(err)
	}
	s := timeline.Stream{
		Header: timeline.Header{Source: timeline.Source{CLI: hostile, Version: hostile},
			Model: timeline.Model{Model: hostile}, Project: timeline.Project{Path: hostile}},
		Entries: timeline.Of(
			&timeline.Entry{ID: "1", Timestamp: hostile, Type: timeline.Assistant, Content: text, Thinking: text,
				Branch:      hostile,
				Attachments: []timeline.Attachment{{MediaType: hostile, Name: hostile}}},
			&timeline.Entry{ID: "2", Type: timeline.ToolCall, Tool: timeline.Unknown, OriginalTool: hostile, Input: input},
			&timeline.Entry{ID: "3", Type: timeline.ToolCall, Tool: timeline.Bash, Input: input},
			&timeline.Entry{ID: "4", Type: timeline.ToolResult, CallID: "2", Output: text, Error: text},
			&timeline.Entry{ID: "5", Type: timeline.ToolCall, Tool: timeline.Edit,
				Input: encoded(map[string]string{"old": hostile, "new": hostile + "2"})},
			&timeline.Entry{ID: "6", Type: timeline.ToolCall, Tool: timeline.Edit,
				Input: encoded(map[string]string{"patch": hostile})},
			&timeline.Entry{ID: "7", Type: timeline.ToolCall, Tool: timeline.Write,
				Input: encoded(map[string]string{"content": hostile})},
		),
	}
	for _, full := range []bool{false, true} {
		got := write(t, s, Options{Full: full, Width: 80})
		if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("full %v: control characters in %q", full, got)
		}
	}
}

func TestErrorOfTheStreamComesAfterWhatWasRead(t *testing.T) {
	failed := errors.New("cut")
	s := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) {
		if yield(&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("Hello")}, nil) {
			yield(nil, failed)
		}
	}}
	var b strings.Builder
	if err := Write(&b, "x", s, Options{}); !errors.Is(err, failed) || !strings.Contains(b.String(), "Hello") {
		t.Errorf("error %v, output %q", err, b.String())
	}
}
