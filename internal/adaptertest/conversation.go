package adaptertest

import (
	"fmt"
	"testing"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/timeline"
)

// began is when a conversation began.
const began = "2026-11-20T10:00:00Z"

// Conversation returns a session of another CLI with these entries, which get ids ("entry-0") and times where they have none.
func Conversation(entries ...*timeline.Entry) timeline.Stream {
	for i, e := range entries {
		if e.ID == "" {
			e.ID = fmt.Sprintf("entry-%d", i)
		}
		if e.Timestamp == "" {
			e.Timestamp = began
		}
	}
	return timeline.Stream{
		Header: timeline.Header{
			ID: "source", Version: timeline.Version, Source: timeline.Source{CLI: "claude", OriginalID: "source"},
			Project: timeline.Project{Path: "/home/user/demo"}, Metadata: timeline.Metadata{Created: began},
		},
		Entries: timeline.Of(entries...),
	}
}

// User returns a prompt.
func User(text string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.User, Content: timeline.NewText(text)}
}

// Assistant returns a text of the model.
func Assistant(text string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText(text)}
}

// Call returns a call of a tool, which its own CLI names as original says. The input is a JSON object.
func Call(id string, tool timeline.Tool, original, input string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.ToolCall, ID: id, Tool: tool, OriginalTool: original, Input: []byte(input)}
}

// Command returns a call of the shell.
func Command(id string) *timeline.Entry { return Call(id, timeline.Bash, "", `{"command":"ls"}`) }

// Result returns the output of a call that went well.
func Result(id, output string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.ToolResult, CallID: id, Success: true, Output: timeline.NewText(output)}
}

// Told returns a context entry: what the model was told and nobody typed, or for which typed was typed.
func Told(kind timeline.OriginKind, name, typed, content string, attachments ...timeline.Attachment) *timeline.Entry {
	return &timeline.Entry{
		Type: timeline.User, Content: timeline.NewText(content), Attachments: attachments,
		Origin: &timeline.Origin{Kind: kind, Name: name, Typed: timeline.NewText(typed)},
	}
}

// Ended gives an entry of a command that the user ran its exit code.
func Ended(e *timeline.Entry, code int) *timeline.Entry {
	e.Origin.ExitCode = &code
	return e
}

// Opened opens a session and returns it with its entries.
func Opened(t testing.TB, r readers.Reader, path string) (timeline.Stream, []*timeline.Entry) {
	t.Helper()
	stream, err := r.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return stream, collect(t, path, stream)
}
