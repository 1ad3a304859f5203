package codex

import (
	format "stead/internal/format/codex"
	"stead/timeline"
)

// prompt is what the user asks, held back for what it names: Codex has both in one message, of which the terminal draws what was typed.
type prompt struct {
	entry     *timeline.Entry
	timestamp string
	pictures  []picture
	parts     []part
	// ids are those of all entries in the message.
	ids []string
}

// user writes what the user asked, and what the model was told beside it.
func (n *encoder) user(e *timeline.Entry, timestamp string) error {
	if n.prompt != nil && isMention(e) {
		return n.joinPrompt(e)
	}
	n.sendPrompt()
	if e.IsContext() {
		return n.context(e, timestamp)
	}
	n.settle(format.FinalAnswer)
	if n.turn.answered {
		n.endTurn()
	}
	pictures := n.pictures(e.Attachments)
	n.prompt = &prompt{entry: e, timestamp: timestamp, pictures: pictures, ids: []string{e.ID}}
	n.prompt.parts = append(promptParts(e, pictures), n.documents(e.Attachments)...)
	n.report.Entries++
	return nil
}

func isMention(e *timeline.Entry) bool { return e.Origin != nil && e.Origin.Kind == timeline.Mention }

func promptParts(e *timeline.Entry, pictures []picture) []part {
	var before, after []picture
	for _, p := range pictures {
		if p.isLeading {
			before = append(before, p)
		} else {
			after = append(after, p)
		}
	}
	parts := pictureParts(before)
	if text, _ := textPart(e); !e.Content.IsEmpty() || len(pictures) == 0 {
		parts = append(parts, text)
	}
	return append(parts, pictureParts(after)...)
}

// joinPrompt adds what the prompt names.
func (n *encoder) joinPrompt(e *timeline.Entry) error {
	parts := n.contextParts(e)
	n.prompt.parts, n.prompt.ids = append(n.prompt.parts, parts...), append(n.prompt.ids, e.ID)
	n.report.Entries++
	return nil
}

// sendPrompt writes the prompt that is held back.
func (n *encoder) sendPrompt() {
	p := n.prompt
	if p == nil {
		return
	}
	n.prompt = nil
	n.openTurn(p.timestamp)
	n.memory.prompt(p.ids, n.message(p.timestamp, "user", p.parts))
	typed := p.typed()
	n.item(p.timestamp, "UserMessage", n.itemID(), func(o *timeline.Object) {
		o.Append("content", func(dst []byte) []byte { return appendParts(dst, "text", "image", typed, p.pictures) })
	})
	n.legacyEvent(p.timestamp, func(o *timeline.Object) {
		o.String("type", "user_message")
		o.Text("message", typed)
		if len(p.pictures) > 0 {
			o.Append("images", func(dst []byte) []byte { return appendURLs(dst, p.pictures) })
		}
	})
}

// typed is what the terminal draws: of a command the line that was typed for it.
func (p *prompt) typed() timeline.Text {
	if o := p.entry.Origin; o != nil && !o.Typed.IsEmpty() {
		return o.Typed
	}
	return p.entry.Content
}
