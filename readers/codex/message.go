package codex

import (
	"encoding/json"
	"fmt"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// message reads a message. Each of its texts becomes an entry: what somebody wrote, what Codex told the model beside
// it, and hidden what each CLI makes anew.
func (r *record) message(l format.Line) {
	p := l.Payload
	blocks := readBlocks(p, l.Note)
	role := p.Get("role").String()
	switch role {
	case "user", "assistant", "developer":
	case "system": // the only one that Codex does not send
		r.hide(joined(blocks))
		r.entries[0].ID = p.Get("id").String()
		return
	default:
		r.unknown("message of the role "+role, p)
		return
	}
	// The model's answer to the order to compact is not part of the conversation: the summary comes with the compaction.
	if l.Metadata.Get("compaction_output").Bool() || len(blocks) == 0 {
		r.hide(joined(blocks))
		r.entries[0].ID = p.Get("id").String()
		if role == "developer" {
			r.entries[0].Extra = timeline.Extra{timeline.RoleExtra: json.RawMessage(`"developer"`)}
		}
		return
	}
	r.messageID = p.Get("id").String()
	for i, b := range blocks {
		e := b.entry(role)
		e.ID = partID(r.messageID, i)
		r.add(e)
		if r.prompt.IsEmpty() && role == "user" && !b.isRebuilt {
			r.prompt = b.content
		}
	}
}

func partID(message string, i int) string {
	if i > 0 && message != "" {
		return fmt.Sprintf("%s#%d", message, i+1)
	}
	return message
}

// block is a text of a message, with the pictures that belong to it.
type block struct {
	content timeline.Text
	// origin is nil for what was typed, or said by the model.
	origin    *timeline.Origin
	isRebuilt bool
	images    []timeline.Attachment
}

// isRequest reports whether a block of a user's message is what the user asks for.
func (b block) isRequest() bool { return b.origin == nil || b.origin.Kind == timeline.Command }

func (b block) entry(role string) *timeline.Entry {
	e := &timeline.Entry{Type: timeline.User, Content: b.content, Origin: b.origin, Attachments: b.images}
	switch {
	case b.isRebuilt:
		e.Type, e.Hidden = timeline.System, true
	case role == "assistant" && b.origin == nil:
		e.Type = timeline.Assistant
	}
	return e
}

func joined(blocks []block) timeline.Text {
	var texts []timeline.Text
	for _, b := range blocks {
		texts = append(texts, b.content)
	}
	return timeline.Join(texts, "\n")
}

// readBlocks reads a message's content. Note is what stead noted beside it.
func readBlocks(message, note jsonl.Value) []block {
	list := message.Get("content")
	c := content{role: message.Get("role").String(), marks: format.ContentKinds(message), origins: format.Origins(note)}
	if list.IsString() { // not what the CLI writes; a text nevertheless
		c.add(0, textOf(list))
	}
	for part := range jsonl.Elements(list) {
		c.parts = append(c.parts, part)
	}
	for i := range c.parts {
		c.read(i)
	}
	return c.blocks
}
