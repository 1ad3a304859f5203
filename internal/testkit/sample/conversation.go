package sample

import (
	"fmt"
	"strings"

	"stead/timeline"
)

// began is the time at which a conversation began.
const began = "2026-11-20T10:00:00Z"

// Conversation returns a session of another CLI with these entries. Entries without an id or a time get one
// ("entry-0").
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

// Call returns a call of a tool. Original is the name that its own CLI uses. The input is a JSON object.
func Call(id string, tool timeline.Tool, original, input string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.ToolCall, ID: id, Tool: tool, OriginalTool: original, Input: []byte(input)}
}

// Command returns a call of the shell.
func Command(id string) *timeline.Entry { return Call(id, timeline.Bash, "", `{"command":"ls"}`) }

// Result returns the output of a successful call.
func Result(id, output string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.ToolResult, CallID: id, Success: true, Output: timeline.NewText(output)}
}

// Told returns a context entry: a text that nobody typed. Typed is what the user typed to produce it, if anything.
func Told(kind timeline.OriginKind, name, typed, content string, attachments ...timeline.Attachment) *timeline.Entry {
	return &timeline.Entry{
		Type: timeline.User, Content: timeline.NewText(content), Attachments: attachments,
		Origin: &timeline.Origin{Kind: kind, Name: name, Typed: timeline.NewText(typed)},
	}
}

// Ended sets the exit code of a command that the user ran.
func Ended(e *timeline.Entry, code int) *timeline.Entry {
	e.Origin.ExitCode = &code
	return e
}

// Long returns a session of turns that consist of a prompt, a command with its output, a new file and an answer.
func Long(turns int) timeline.Stream {
	output := strings.Repeat("a line of output, \"quoted\"\tand\\escaped\n", 150)
	file := timeline.NewObject(nil)
	file.String("path", "/home/user/demo/main.go")
	file.String("content", strings.Repeat("func main() { fmt.Println(\"hello\") }\n", 60))
	input := string(file.End())
	var entries []*timeline.Entry
	for i := range turns {
		command, write := fmt.Sprintf("bash-%d", i), fmt.Sprintf("write-%d", i)
		entries = append(entries,
			User("Please go on with the next step, and explain it."),
			Call(command, timeline.Bash, "Bash", `{"command":"go test ./..."}`), Result(command, output),
			Call(write, timeline.Write, "Write", input), Result(write, "done"),
			Assistant(strings.Repeat("Here is what I did and why. ", 20)),
		)
	}
	return Conversation(entries...)
}

// Turns returns a session of Claude Code with three turns, each with thinking and a call with a long output.
func Turns() timeline.Stream {
	var entries []*timeline.Entry
	for turn := 1; turn <= 3; turn++ {
		id := func(kind string) string { return fmt.Sprintf("%s%d", kind, turn) }
		entries = append(entries,
			&timeline.Entry{ID: id("user"), Type: timeline.User, Content: timeline.NewText("prompt")},
			&timeline.Entry{ID: id("hidden"), Type: timeline.System, Hidden: true},
			&timeline.Entry{ID: id("thinking"), Type: timeline.Assistant, Thinking: timeline.NewText("hm"),
				Native: &timeline.Record{CLI: "claude"}},
			&timeline.Entry{ID: id("call"), Type: timeline.ToolCall, Tool: timeline.Bash},
			&timeline.Entry{ID: id("result"), Type: timeline.ToolResult, CallID: id("call"), Success: true,
				Output: timeline.NewText(strings.Repeat("o", 40_000))},
			&timeline.Entry{ID: id("answer"), Type: timeline.Assistant, Content: timeline.NewText("done")},
		)
	}
	return timeline.Stream{Header: timeline.Header{Source: timeline.Source{CLI: "claude"}},
		Entries: timeline.Of(entries...)}
}
