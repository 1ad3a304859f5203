package cusf

import (
	"encoding/json"

	format "stead/adapters/cusf"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// line is a parsed line: its entry, and the data that stead added to it.
type line struct {
	number int
	kind   string
	entry  *timeline.Entry
	added  jsonl.Value
}

// parse converts a line to an entry. It never fails: a line that it cannot read becomes a hidden entry that holds the
// line.
func parse(l jsonl.Line) line {
	clean, changed, ok := jsonl.Clean(l.Bytes)
	p := line{number: l.Number}
	value := jsonl.Value(clean)
	if ok && value.IsObject() {
		p.kind, p.added = format.KindOf(value), value.Get(format.Stead)
	}
	switch p.kind {
	case format.Message:
		p.entry = message(value)
	case format.ToolUse:
		p.entry = toolUse(value)
	case format.ToolResult:
		p.entry = toolResult(value)
	default:
		p.entry = &timeline.Entry{Type: timeline.System, Hidden: true, Timestamp: timestamp(moment(value, p.kind))}
	}
	if !ok {
		p.entry = entry.Unreadable(clean)
	}
	p.entry.Native = &timeline.Record{CLI: format.Name, Line: l.Number, Offset: l.Offset, Raw: l.Raw(),
		Damaged: changed || !ok}
	return p
}

// moment returns the time of an entry that is not part of the conversation.
func moment(value jsonl.Value, kind string) jsonl.Value {
	switch kind {
	case format.SessionStart:
		return value.Get("started_at")
	case format.SessionEnd:
		return value.Get("ended_at")
	}
	return nil
}

// message reads a message. A message with an unknown role becomes a hidden entry.
func message(value jsonl.Value) *timeline.Entry {
	e := &timeline.Entry{}
	role := ""
	for key, v := range jsonl.Members(value) {
		switch string(key) {
		case "role":
			role = format.RoleOf(v.String())
		case "content":
			e.Content = content(v)
		case "timestamp":
			e.Timestamp = timestamp(v)
		case "message_id":
			e.ID = v.String()
		case "parent_id":
			e.ParentID = v.String()
		case "model":
			e.Model = v.String()
		case "usage":
			e.Usage = usage(v)
		case "thinking":
			e.Thinking = textOf(v)
		case "stop_reason":
			e.StopReason = v.String()
		}
	}
	e.Type = timeline.EntryType(role)
	e.ReadTold()
	if role == "" {
		e.Type, e.Hidden = timeline.System, true
	}
	return e
}

// content reads a text. Some exporters write the native format's blocks instead.
func content(v jsonl.Value) timeline.Text {
	if !v.IsArray() {
		return textOf(v)
	}
	var texts []timeline.Text
	for block := range jsonl.Elements(v) {
		texts = append(texts, textOf(block.Get("text")))
	}
	return timeline.Join(texts, "\n\n")
}

func usage(v jsonl.Value) *timeline.Usage {
	if !v.IsObject() {
		return nil
	}
	return &timeline.Usage{
		Input: v.Get("input").Int(), Output: v.Get("output").Int(),
		CacheRead: v.Get("cache_read").Int(), CacheWrite: v.Get("cache_write").Int(),
	}
}

func toolUse(value jsonl.Value) *timeline.Entry {
	e := &timeline.Entry{
		ID: value.Get("tool_id").String(), Type: timeline.ToolCall, Timestamp: timestamp(value.Get("timestamp")),
		OriginalTool: value.Get("tool_name").String(), ParentID: value.Get("parent_id").String(),
	}
	input := value.Get("tool_input")
	if !input.IsObject() {
		input = jsonl.Value("{}")
	}
	e.Tool, e.Input = format.ToUniversal(e.OriginalTool, input)
	return e
}

// toolResult reads a result. The reason of a failure may be in result or in error_message.
func toolResult(value jsonl.Value) *timeline.Entry {
	e := &timeline.Entry{Type: timeline.ToolResult, Success: true}
	for key, v := range jsonl.Members(value) {
		switch string(key) {
		case "tool_id":
			e.CallID = v.String()
		case "result":
			e.Output = textOf(v)
		case "is_error":
			e.Success = !v.Bool()
		case "error_message":
			e.Error = textOf(v)
		case "timestamp":
			e.Timestamp = timestamp(v)
		case "truncated":
			if v.Bool() {
				e.Extra = timeline.Extra{format.ExtraTruncated: json.RawMessage("true")}
			}
		}
	}
	if e.Output.Equal(e.Error) {
		e.Error = timeline.Text{} // the file repeats it
	}
	return e
}

// textOf returns a string value as a text, and the empty text for any other value.
func textOf(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}
