package qwen

import (
	"bytes"
	"encoding/base64"
	"strconv"

	"stead/internal/format/qwen"
	"stead/internal/jsonl"
	"stead/internal/recordtree"
	"stead/timeline"
)

// Parse implements recordtree.Format.
func (format) Parse(line jsonl.Line) recordtree.Record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	b := builder{line: line.Number, native: &timeline.Record{
		CLI: qwen.Name, Line: line.Number, Raw: orEmpty(line.Bytes), Damaged: changed || !ok,
	}}
	if ok {
		b.record = qwen.Peek(clean)
		for _, i := range itemsOf(&b.record) {
			b.item(i)
		}
	}
	if len(b.entries) == 0 {
		b.hide(textOf(b.record.Message))
	}
	if usage := usageOf(&b.record); usage != nil {
		b.entries[0].Usage = usage
	}
	return recordtree.Record{Line: line.Number, ID: b.base(), Entries: b.entries, Kept: keptBy(&b.record)}
}

// orEmpty makes sure that the bytes of a blank line are told from no bytes at all.
func orEmpty(line []byte) []byte {
	if line == nil {
		return []byte{}
	}
	return line
}

// builder collects the entries of one record.
type builder struct {
	line    int
	native  *timeline.Record
	record  qwen.Record
	entries []*timeline.Entry
}

// base is the id of the record.
func (b *builder) base() string {
	if id := b.record.UUID.String(); id != "" {
		return id
	}
	return "line-" + strconv.Itoa(b.line)
}

// add appends an entry. An empty id means the record's own, numbered from the second entry on.
func (b *builder) add(kind timeline.EntryType, id string) *timeline.Entry {
	e := &timeline.Entry{ID: id, Type: kind, Timestamp: b.record.Timestamp.String(), Native: b.native}
	n := len(b.entries)
	if n > 0 {
		e.Native = &timeline.Record{CLI: qwen.Name, Line: b.line}
	}
	switch {
	case id != "":
	case n == 0:
		e.ID = b.base()
	default:
		e.ID = b.base() + "#" + strconv.Itoa(n+1)
	}
	b.entries = append(b.entries, e)
	return e
}

// hide appends a hidden entry.
func (b *builder) hide(text timeline.Text) {
	e := b.add(timeline.System, "")
	e.Hidden, e.Content = true, text
}

func (b *builder) item(i item) {
	switch {
	case !i.isShown:
		b.hide(i.text)
		b.entries[len(b.entries)-1].Origin = i.origin
	case i.kind == timeline.ToolCall:
		b.call(i.part.Call)
	case i.kind == timeline.ToolResult:
		b.result(i)
	case i.kind == timeline.System:
		b.summary()
	case i.origin != nil:
		e := b.add(i.kind, "")
		e.Content, e.Origin, e.Attachments = i.text, i.origin, attachments(i.inline)
	default:
		e := b.add(i.kind, "")
		e.Content, e.Thinking, e.Attachments = joined(i.texts), joined(i.thoughts), attachments(i.inline)
		if i.kind == timeline.Assistant {
			e.Model = b.record.Model.String()
		}
	}
}

// call appends a call. One without an id is known by its record.
func (b *builder) call(call jsonl.Value) {
	e := b.add(timeline.ToolCall, call.Get("id").String())
	e.OriginalTool = call.Get("name").String()
	e.Model = b.record.Model.String()
	e.Tool, e.Input = timeline.Unknown, []byte("{}")
	if arguments := call.Get("args"); arguments.IsObject() {
		e.Tool, e.Input = qwen.ToUniversal(e.OriginalTool, arguments)
	}
}

// joined returns the texts on lines of their own. Some that the CLI adds begin with a line feed.
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
		a.Bytes = int64(base64.RawStdEncoding.DecodedLen(len(bytes.TrimRight(a.Data.Inner(), "="))))
		found = append(found, a)
	}
	return found
}
