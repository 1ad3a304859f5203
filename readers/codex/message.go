package codex

import (
	"fmt"

	format "stead/internal/format/codex"
	"stead/internal/jsonl"
	"stead/timeline"
)

// message reads a message. Each text that somebody wrote becomes an entry; pictures belong to the first. What the harness wrote in
// somebody's name stays in the record, and is the entry's text only when there is no other.
func (r *record) message(l format.Line) {
	p := l.Payload
	parts := readParts(p)
	role := p.Get("role").String()
	isPerson := role == "user" || role == "assistant"
	// The model's answer to the order to compact is not part of the conversation: the summary comes with the compaction.
	if !isPerson || l.Metadata.Get("compaction_output").Bool() || (len(parts.written) == 0 && len(parts.images) == 0) {
		r.hide(timeline.Join(append(parts.written, parts.harness...), "\n"))
		r.entries[0].ID = p.Get("id").String()
		return
	}
	if len(parts.written) == 0 {
		parts.written = []timeline.Text{{}}
	}
	for i, text := range parts.written {
		r.add(&timeline.Entry{ID: partID(p, i), Type: timeline.EntryType(role), Content: text})
	}
	r.entries[0].Attachments = parts.images
	if role == "user" {
		r.prompt = parts.written[0]
	}
}

func partID(message jsonl.Value, i int) string {
	id := message.Get("id").String()
	if i > 0 && id != "" {
		return fmt.Sprintf("%s#%d", id, i+1)
	}
	return id
}

// parts are the parts of a message by who wrote them.
type parts struct {
	written, harness []timeline.Text
	images           []timeline.Attachment
}

func readParts(message jsonl.Value) parts {
	var p parts
	content := message.Get("content")
	if content.IsString() { // not what the CLI writes; a text nevertheless
		p.written = append(p.written, textOf(content))
		return p
	}
	isUser := message.Get("role").Is("user")
	var kinds []jsonl.Value
	if isUser {
		kinds = format.ContentKinds(message)
	}
	i := 0
	for part := range jsonl.Elements(content) {
		text := textOf(part.Get("text"))
		image, isImage := format.ParseImage(textOf(part.Get("image_url")))
		switch {
		case isImage:
			image.Leading = len(p.written) == 0
			p.images = append(p.images, image)
		case text.IsEmpty():
		case isUser && (format.IsHarness(text) || (i < len(kinds) && format.IsHarnessKind(kinds[i]))):
			p.harness = append(p.harness, text)
		default:
			p.written = append(p.written, text)
		}
		i++
	}
	return p
}
