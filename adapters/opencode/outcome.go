package opencode

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Outcome is the end of a call, as the state of its part describes it.
type Outcome struct {
	Output, Error timeline.Text
	Success       bool
	Attachments   []timeline.Attachment
	// Tool is the universal name of an MCP server's tool. It is empty if OpenCode's own name holds the same information.
	Tool string
}

// A failed call has one text in OpenCode: an error or an output. If the source has both, stead joins them. The member
// of the state's metadata with this name records how to split them again. OpenCode keeps metadata unchanged and shows
// none of it to the model.
const (
	mark        = "stead"
	markError   = "error"
	markMissing = "missing"
	markTool    = "tool"
)

// separator comes between an output and the error that follows it.
const separator = "\n\n"

// Interrupted is the text that the CLI sends to the model for a call without a result.
const Interrupted = "[Tool execution was interrupted]"

// ParseState extracts the outcome from the state of a tool's part. Ok is false for a call without an outcome.
func ParseState(tool string, state jsonl.Value) (Outcome, bool) {
	metadata := state.Get("metadata")
	told := metadata.Get(mark)
	if told.Get(markMissing).Bool() {
		return Outcome{}, false
	}
	switch state.Get("status").String() {
	case "completed":
		if state.Get("time", "compacted").Int() != 0 {
			return Outcome{Success: true, Output: timeline.NewText(cleared)}, true
		}
		o := Outcome{Success: true, Output: TextOf(state.Get("output"))}
		o.attach(state.Get("attachments"))
		if reason := told.Get(markError); reason.IsString() {
			o.Success, o.Output, o.Error = false, apart(o.Output, TextOf(reason)), TextOf(reason)
		} else if exit := metadata.Get("exit"); tool == Bash && !exit.IsNull() && exit.Int() != 0 {
			o.Success, o.Error = false, timeline.NewText(ExitError(exit.Int()))
		}
		return o, true
	case "error":
		return failure(state, told), true
	}
	return Outcome{}, false
}

// attach adds the files of an output. The model gets texts as text, and pictures and documents also by URL.
func (r *Outcome) attach(files jsonl.Value) {
	texts := []timeline.Text{r.Output}
	for file := range jsonl.Elements(files) {
		a, isHeld := ParseFile(file)
		text, isText := FileText(file, a)
		switch url := TextOf(file.Get("url")); {
		case isHeld && isText:
			texts = append(texts, text)
		case isHeld:
			r.Attachments = append(r.Attachments, a)
		case IsAddress(url) && isMedia(file.Get("mime").String()):
			texts = append(texts, entry.Address("file", url))
		}
	}
	if len(texts) > 1 {
		r.Output = timeline.Join(texts, "\n")
	}
}

// failure parses the state of a failed call. An interrupted call may have an output nevertheless.
func failure(state, told jsonl.Value) Outcome {
	text, reason := TextOf(state.Get("error")), TextOf(told.Get(markError))
	switch output := state.Get("metadata", "output"); {
	case told.Get(markError).IsString():
		return Outcome{Output: apart(text, reason), Error: reason}
	case state.Get("metadata", "interrupted").Bool() && output.IsString():
		return Outcome{Output: TextOf(output)} // the model gets nothing else (1.18.33)
	}
	return Outcome{Error: text}
}

// whole returns everything that the model gets about a failed call. OpenCode 1.18.33 itself sends it no exit code.
func (r Outcome) whole() timeline.Text {
	if r.Output.IsEmpty() {
		return r.Error
	}
	return timeline.Join([]timeline.Text{r.Output, r.Error}, separator)
}

// apart returns the output in a text that whole returned.
func apart(text, reason timeline.Text) timeline.Text {
	tail := timeline.Concat(timeline.NewText(separator), reason)
	switch {
	case reason.IsEmpty():
	case bytes.HasSuffix(text.Inner(), tail.Inner()):
		return text.Slice(0, text.Len()-tail.Len())
	case text.Equal(reason):
		return timeline.Text{}
	}
	return text
}

// TextOf returns a string value as a text, and the empty text for any other value.
func TextOf(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}

// ExitError returns the universal timeline's text for a command that ended with an exit code other than 0.
func ExitError(code int64) string { return fmt.Sprintf("exit code %d", code) }

func exitCode(message timeline.Text) (int64, bool) {
	number, ok := strings.CutPrefix(message.Head(32), "exit code ")
	if !ok {
		return 0, false
	}
	code, err := strconv.ParseInt(number, 10, 64)
	return code, err == nil && code != 0
}

// drawnOutput is the number of bytes of a command's output that the terminal draws from the metadata.
const drawnOutput = 30_000

// StateOf adds the outcome to a state: its status and all members except the input, the title and the time. Metadata
// adds the tool's own members. Files are the attachments in the form of parts.
func (r Outcome) StateOf(o *timeline.Object, tool string, metadata func(*timeline.Object), files []byte) {
	output := r.Output
	if !r.Success {
		output = r.whole()
	}
	code, isExit := exitCode(r.Error)
	isExit = isExit && tool == Bash && !r.Success
	if !r.Success && !isExit && len(files) == 0 {
		r.failed(o)
		return
	}
	o.String("status", "completed")
	o.Text("output", output)
	o.Append("metadata", func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		if tool == Bash {
			m.String("output", r.Output.Head(drawnOutput))
			m.Int("exit", code)
		}
		metadata(&m)
		r.mark(&m, !r.Success)
		return m.End()
	})
	if len(files) > 0 {
		o.Raw("attachments", files)
	}
}

func (r Outcome) failed(o *timeline.Object) {
	o.String("status", "error")
	o.Text("error", r.whole())
	o.Append("metadata", func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		r.mark(&m, !r.Output.IsEmpty())
		return m.End()
	})
}

// mark records what OpenCode's own members do not hold.
func (r Outcome) mark(metadata *timeline.Object, withError bool) {
	if !withError && r.Tool == "" {
		return
	}
	metadata.Append(mark, func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		if withError {
			m.Text(markError, r.Error)
		}
		m.Optional(markTool, r.Tool)
		return m.End()
	})
}

// MissingState adds the members of a call without a result. OpenCode sends the model the same text for a call that is
// still running. Tool has the meaning it has in [Outcome].
func MissingState(o *timeline.Object, tool string) {
	o.String("status", "error")
	o.String("error", Interrupted)
	o.Append("metadata", func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		m.Append(mark, func(dst []byte) []byte {
			noted := timeline.NewObject(dst)
			noted.Bool(markMissing, true)
			noted.Optional(markTool, tool)
			return noted.End()
		})
		return m.End()
	})
}

// OriginalTool returns the universal name of a call's tool, given its OpenCode name. For a tool of an MCP server, it is
// known only if stead wrote the call.
func OriginalTool(name string, state jsonl.Value) string {
	if noted := state.Get("metadata", mark, markTool).String(); noted != "" && ToolName(noted) == name {
		return noted
	}
	return name
}
