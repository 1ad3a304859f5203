package codex

import "stead/timeline"

// prompt is the user's request. It is held back for what it names, because Codex has both in one message. The terminal
// draws only the typed text.
type prompt struct {
	entry     *timeline.Entry
	timestamp string
	pictures  []picture
	parts     []part
	// ids are those of all entries in the message.
	ids []string
}

// prompts writes the user's requests.
type prompts struct {
	out    *output
	turns  *turns
	memory *memory
	held   *prompt // the newest request: what it names may follow
}

// hold holds back a prompt.
func (p *prompts) hold(e *timeline.Entry, timestamp string) {
	losses := &p.out.report.Losses
	pictures := picturesOf(e.Attachments, losses)
	parts := append(promptParts(e, pictures), documents(e.Attachments, losses)...)
	p.held = &prompt{entry: e, timestamp: timestamp, pictures: pictures, parts: parts, ids: []string{e.ID}}
	p.out.report.Entries++
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

// join adds something that the held prompt names.
func (p *prompts) join(e *timeline.Entry) {
	parts := contextParts(e, &p.out.report.Losses)
	p.held.parts, p.held.ids = append(p.held.parts, parts...), append(p.held.ids, e.ID)
	p.out.report.Entries++
}

// send writes the held prompt.
func (p *prompts) send() {
	held := p.held
	if held == nil {
		return
	}
	p.held = nil
	p.turns.begin(held.timestamp)
	p.memory.prompt(held.ids, p.out.message(held.timestamp, "user", held.parts))
	typed := held.typed()
	p.turns.item(held.timestamp, "UserMessage", p.out.itemID(), func(o *timeline.Object) {
		o.Append("content", func(dst []byte) []byte { return appendParts(o, dst, "text", "image", typed, held.pictures) })
	})
	p.out.legacyEvent(held.timestamp, func(o *timeline.Object) {
		o.String("type", "user_message")
		o.Text("message", typed)
		if len(held.pictures) > 0 {
			o.Append("images", func(dst []byte) []byte { return appendURLs(o, dst, held.pictures) })
		}
	})
}

// typed returns what the terminal draws. For a command it is the line that the user typed.
func (p *prompt) typed() timeline.Text {
	if o := p.entry.Origin; o != nil && !o.Typed.IsEmpty() {
		return o.Typed
	}
	return p.entry.Content
}
