package claude

import (
	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// Parse implements recordtree.Format.
func (f format) Parse(line jsonl.Line) recordtree.Record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	b := builder{made: entry.NewGroup(claude.Name, line, changed || !ok)}
	before, record, isGlued := []byte(nil), clean, false
	if !ok {
		if before, record, isGlued = glued(line.Bytes); !isGlued {
			b.made.Hide(timeline.Text{}).Origin = entry.Unreadable(clean).Origin
			return recordtree.Record{Line: line.Number, Entries: b.made.Entries}
		}
	}
	b.record, b.line = claude.Peek(record), record
	b.made.Name(b.record.UUID.String(), b.record.Timestamp.String())
	b.record.IsSidechain = f.isBeside(&b.record)
	b.message = claude.PeekMessage(b.record.Message)
	kind := kindOf(&b.record, &b.message)
	b.build(kind)
	if isGlued {
		b.stub(before)
	}
	b.made.Entries[0].ParentID = b.record.Follows().String()
	r := recordtree.Record{Line: line.Number, ID: b.record.UUID.String(), Entries: b.made.Entries,
		Usage: usageOf(kind, &b.message)}
	if b.record.IsBoundary() {
		r.Boundary = &timeline.Compaction{Trigger: b.record.CompactMetadata.Get("trigger").String(),
			KeepsFirst: keepsFirst(&b.record)}
	}
	return r
}

// counts names the members of a response's usage, which are those of the Anthropic API.
var counts = entry.Counts{
	Input: "input_tokens", Output: "output_tokens", CacheRead: "cache_read_input_tokens",
	CacheWrite: "cache_creation_input_tokens",
}

func usageOf(k kind, m *claude.Message) *timeline.Usage {
	if k != response || !m.Usage.IsObject() {
		return nil
	}
	return entry.UsageOf(counts.In(m.Usage))
}

// builder collects the entries of one record.
type builder struct {
	made    entry.Group
	line    jsonl.Value
	record  claude.Record
	message claude.Message
}

func (b *builder) build(k kind) {
	switch k {
	case told:
		b.tell(pieces(&b.record, &b.message))
	case results, response:
		b.blocks(k)
	case summary:
		e := b.made.Add(timeline.System, "")
		e.Compaction = &timeline.Compaction{}
		e.Content = textOf(b.message.Content)
	case unclassed:
		b.made.Unknown(nameOf(&b.record), b.line)
	default:
		b.made.Hide(b.otherText())
	}
	if len(b.made.Entries) == 0 {
		b.made.Hide(b.otherText())
	}
}

// otherText returns the readable text of a record outside the conversation.
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

// textOf returns the text of a content: a string, or the text blocks joined with line feeds.
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
