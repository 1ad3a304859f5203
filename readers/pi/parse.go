package pi

import (
	"stead/adapters/pi"
	"stead/internal/adapt/encoded"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// Parse implements recordtree.Format.
func (format) Parse(line jsonl.Line) recordtree.Record { return parse(line, nil) }

// Edit implements recordtree.Editor: a context_edit removes a message from the model's context, or replaces its
// content.
func (format) Edit(line jsonl.Line, edit []byte) recordtree.Record {
	clean, _, _ := jsonl.Clean(edit)
	by := pi.Peek(clean)
	if content := by.Replacement.Get("content"); content != nil {
		return parse(line, content)
	}
	record := parse(line, nil)
	for _, e := range record.Entries {
		e.Hidden = true
	}
	return record
}

// parse makes the entries of a line. If content is not nil, it replaces the content of the line's message.
func parse(line jsonl.Line, content jsonl.Value) recordtree.Record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	b := builder{made: entry.NewGroup(pi.Name, line, changed || !ok)}
	if ok {
		b.record = pi.Peek(clean)
		b.message = pi.PeekMessage(b.record.Message)
		b.made.Name(idOfRecord(&b.record), b.record.Timestamp.String())
		if content != nil {
			b.message.Content, b.record.Content = content, content
		}
		for _, i := range itemsOf(&b.record, &b.message) {
			b.item(i)
		}
	}
	if len(b.made.Entries) == 0 {
		e := b.made.Hide(b.otherText())
		if !ok {
			e.Origin = entry.Unreadable(clean).Origin
		}
	}
	b.made.Entries[0].Usage = usageOf(&b.message)
	record := recordtree.Record{Line: line.Number, ID: b.made.ID, Entries: b.made.Entries}
	if b.record.Details.Get(pi.KeptDetail) != nil {
		record.Boundary = &timeline.Compaction{}
	}
	return record
}

// idOfRecord returns the id of a record. It is empty for the header, whose id is that of the session, and for records
// of version 1.
func idOfRecord(r *pi.Record) string {
	if r.Type.Is(pi.TypeSession) {
		return ""
	}
	return r.ID.String()
}

// builder collects the entries of one record.
type builder struct {
	made    entry.Group
	record  pi.Record
	message pi.Message
}

func (b *builder) item(i item) {
	var e *timeline.Entry
	switch i.kind {
	case timeline.ToolCall:
		e = b.call(i.call)
	case timeline.ToolResult:
		e = b.result(i)
	default:
		e = b.made.Add(i.kind, "")
		e.Content, e.Thinking = timeline.Join(i.texts, "\n"), timeline.Join(i.thoughts, "\n")
	}
	e.Hidden, e.Attachments, e.Origin = !i.isShown, pictures(i.pictures), i.origin
	if i.isSummary {
		e.Compaction = &timeline.Compaction{}
	}
	if i.kind == timeline.Assistant || i.kind == timeline.ToolCall {
		e.Model, e.StopReason = b.message.Model.String(), b.message.StopReason.String()
	}
}

// call appends a call. A call without an id gets one from its record.
func (b *builder) call(call pi.Block) *timeline.Entry {
	e := b.made.Add(timeline.ToolCall, call.ID.String())
	e.OriginalTool = call.Name.String()
	e.Tool, e.Input = timeline.Unknown, []byte("{}")
	if call.Arguments.IsObject() {
		e.Tool, e.Input = pi.ToUniversal(e.OriginalTool, call.Arguments)
	}
	return e
}

// result appends a call's result. Stead's writer records an error that precedes the output. For the shell tool, the
// output itself contains the exit code.
func (b *builder) result(i item) *timeline.Entry {
	e := b.made.Add(timeline.ToolResult, "")
	e.CallID, e.Success, e.Output = b.message.CallID.String(), !b.message.IsError, timeline.Join(i.texts, "\n")
	failure := b.message.Details.Get("error")
	switch {
	case e.Success:
	case failure.IsString():
		e.Error = timeline.RawText(failure)
		e.Output = entry.After(e.Output, e.Error)
	case b.message.ToolName.Is(pi.Bash):
		e.Output, e.Error = pi.SplitExit(e.Output)
	}
	return e
}

// otherText returns the readable text of a record that is not part of the conversation.
func (b *builder) otherText() timeline.Text {
	for _, value := range []jsonl.Value{b.record.Name, b.message.Content, b.record.Summary} {
		if value.IsString() {
			return timeline.RawText(value)
		}
	}
	return timeline.Text{}
}

func pictures(all []picture) []timeline.Attachment {
	var found []timeline.Attachment
	for _, p := range all {
		if !p.block.Data.IsString() {
			continue
		}
		a := timeline.Attachment{MediaType: p.block.MediaType.String(), Data: timeline.RawText(p.block.Data),
			Leading: p.isLeading}
		a.Bytes = encoded.DecodedSize(a.Data.Inner())
		found = append(found, a)
	}
	return found
}
