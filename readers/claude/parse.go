package claude

import (
	"strconv"

	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/internal/recordtree"
	"stead/timeline"
)

// Parse implements recordtree.Format.
func (f format) Parse(line jsonl.Line) recordtree.Record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	b := builder{line: line.Number, native: &timeline.Record{
		CLI: claude.Name, Line: line.Number, Raw: orEmpty(line.Bytes), Damaged: changed || !ok,
	}}
	if !ok {
		b.hide(timeline.Text{})
		return recordtree.Record{Line: line.Number, Entries: b.entries}
	}
	b.record = claude.Peek(clean)
	b.record.IsSidechain = f.isBeside(&b.record)
	b.message = claude.PeekMessage(b.record.Message)
	kind := kindOf(&b.record, &b.message)
	b.build(kind)
	r := recordtree.Record{Line: line.Number, ID: b.record.UUID.String(), Entries: b.entries, Usage: usageOf(kind, &b.message)}
	if b.record.IsBoundary() {
		r.Boundary = &timeline.Compaction{Trigger: b.record.CompactMetadata.Get("trigger").String()}
	}
	return r
}

// orEmpty makes sure that the bytes of a blank line are told from no bytes at all.
func orEmpty(line []byte) []byte {
	if line == nil {
		return []byte{}
	}
	return line
}

func usageOf(k kind, m *claude.Message) *timeline.Usage {
	if k != response || !m.Usage.IsObject() {
		return nil
	}
	var u timeline.Usage
	for key, value := range jsonl.Members(m.Usage) {
		switch string(key) {
		case "input_tokens":
			u.Input = value.Int()
		case "output_tokens":
			u.Output = value.Int()
		case "cache_read_input_tokens":
			u.CacheRead = value.Int()
		case "cache_creation_input_tokens":
			u.CacheWrite = value.Int()
		}
	}
	if u.IsZero() {
		return nil
	}
	return &u
}

// builder collects the entries of one record.
type builder struct {
	line    int
	native  *timeline.Record
	record  claude.Record
	message claude.Message
	entries []*timeline.Entry
}

func (b *builder) build(k kind) {
	switch k {
	case told:
		b.tell(pieces(&b.record, &b.message))
	case results, response:
		b.blocks(k)
	case summary:
		e := b.add(timeline.System, "")
		e.Compaction = &timeline.Compaction{}
		e.Content = textOf(b.message.Content)
	default:
		b.hide(b.otherText())
	}
	if len(b.entries) == 0 {
		b.hide(b.otherText())
	}
}

// add appends an entry. An empty id means the record's own, numbered from the second entry on.
func (b *builder) add(kind timeline.EntryType, id string) *timeline.Entry {
	e := &timeline.Entry{ID: id, Type: kind, Timestamp: b.record.Timestamp.String(), Native: b.native}
	if id == "" {
		e.ID = b.id()
	}
	if n := len(b.entries); n == 0 {
		e.ParentID = b.record.Follows().String()
	} else {
		e.ParentID = b.entries[n-1].ID
		e.Native = &timeline.Record{CLI: claude.Name, Line: b.line}
	}
	b.entries = append(b.entries, e)
	return e
}

func (b *builder) id() string {
	id := b.record.UUID.String()
	if id == "" {
		id = "line-" + strconv.Itoa(b.line)
	}
	if n := len(b.entries); n > 0 {
		id += "#" + strconv.Itoa(n+1)
	}
	return id
}

// hide appends a hidden system entry.
func (b *builder) hide(text timeline.Text) {
	e := b.add(timeline.System, "")
	e.Hidden, e.Content = true, text
}

// otherText is the readable text of a record that is no part of the conversation.
func (b *builder) otherText() timeline.Text {
	if content := textOf(b.message.Content); !content.IsEmpty() {
		return content
	}
	for _, value := range []jsonl.Value{b.record.Content, b.record.Summary, b.record.CustomTitle, b.record.AITitle} {
		if value.IsString() {
			return timeline.RawText(value)
		}
	}
	return timeline.Text{}
}

// textOf returns a content's text: a string, or the text blocks with line feeds between them.
func textOf(content jsonl.Value) timeline.Text {
	if content.IsString() {
		return timeline.RawText(content)
	}
	var texts []timeline.Text
	for block := range jsonl.Elements(content) {
		if text := block.Get("text"); text.IsString() {
			texts = append(texts, timeline.RawText(text))
		}
	}
	return timeline.Join(texts, "\n")
}
