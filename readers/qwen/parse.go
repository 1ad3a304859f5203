package qwen

import (
	"bytes"

	"stead/adapters/qwen"
	"stead/internal/adapt/encoded"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// Parse implements recordtree.Format.
func (format) Parse(line jsonl.Line) recordtree.Record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	b := builder{made: entry.NewGroup(qwen.Name, line, changed || !ok)}
	if ok {
		b.record = qwen.Peek(clean)
		b.made.Name(b.record.UUID.String(), b.record.Timestamp.String())
		for _, i := range itemsOf(&b.record) {
			b.item(i)
		}
	}
	if len(b.made.Entries) == 0 {
		e := b.made.Hide(textOf(b.record.Message))
		if !ok {
			e.Origin = entry.Unreadable(clean).Origin
		}
	}
	if usage := usageOf(&b.record); usage != nil {
		b.made.Entries[0].Usage = usage
	}
	return recordtree.Record{Line: line.Number, ID: b.made.ID, Entries: b.made.Entries, Kept: keptBy(&b.record)}
}

// builder collects the entries of one record.
type builder struct {
	made   entry.Group
	record qwen.Record
}

func (b *builder) item(i item) {
	switch {
	case i.unknown != "":
		b.made.Unknown(i.unknown, i.value)
	case !i.isShown:
		b.made.Hide(i.text).Origin = i.origin
	case i.kind == timeline.ToolCall:
		b.call(i.part.Call)
	case i.kind == timeline.ToolResult:
		b.result(i)
	case i.kind == timeline.System:
		b.summary()
	case i.origin != nil:
		e := b.made.Add(i.kind, "")
		e.Content, e.Origin, e.Attachments = i.text, i.origin, attachments(i.inline)
	default:
		e := b.made.Add(i.kind, "")
		e.Content, e.Thinking, e.Attachments = joined(i.texts), joined(i.thoughts), attachments(i.inline)
		if i.kind == timeline.Assistant {
			e.Model = b.record.Model.String()
		}
	}
}

// call appends a call. A call without an id gets one from its record.
func (b *builder) call(call jsonl.Value) {
	e := b.made.Add(timeline.ToolCall, call.Get("id").String())
	e.OriginalTool = call.Get("name").String()
	e.Model = b.record.Model.String()
	e.Tool, e.Input = timeline.Unknown, []byte("{}")
	if arguments := call.Get("args"); arguments.IsObject() {
		e.Tool, e.Input = qwen.ToUniversal(e.OriginalTool, arguments)
	}
}

// joined joins texts with line breaks. Some texts that the CLI adds already begin with one.
func joined(texts []jsonl.Value) timeline.Text {
	var all []timeline.Text
	for i, text := range texts {
		if i > 0 && !bytes.HasPrefix(text, []byte(`"\n`)) {
			all = append(all, timeline.NewText("\n"))
		}
		all = append(all, timeline.RawText(text))
	}
	return timeline.Concat(all...)
}

// textOf returns the texts of a message.
func textOf(message jsonl.Value) timeline.Text {
	var texts []jsonl.Value
	for _, part := range qwen.Parts(message) {
		if part.Text.IsString() {
			texts = append(texts, part.Text)
		}
	}
	return joined(texts)
}

func attachments(all []inline) []timeline.Attachment {
	var found []timeline.Attachment
	for _, i := range all {
		data := i.data.Get("data")
		if !data.IsString() {
			continue
		}
		a := timeline.Attachment{
			MediaType: i.data.Get("mimeType").String(), Name: i.data.Get("displayName").String(),
			Data: timeline.RawText(data), Leading: i.isLeading,
		}
		a.Bytes = encoded.DecodedSize(a.Data.Inner())
		found = append(found, a)
	}
	return found
}
