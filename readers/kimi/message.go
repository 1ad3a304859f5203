package kimi

import (
	format "stead/internal/format/kimi"
	"stead/internal/jsonl"
	"stead/timeline"
)

// message reads a message of the context: a prompt, a note of the harness, an answer with its calls, or a result. The CLI itself writes
// answers and results as loop events; sessions that were brought to it have them as messages.
func (b *builder) message(m format.Message) {
	switch {
	case m.Role.Is("assistant") && !m.Origin.IsBlockedPrompt():
		b.answer(m)
	case m.Role.Is("tool"):
		b.result(m.CallID, m.Content, m.Failed.Bool())
	case m.Role.Is("user") && m.Origin.IsSummary():
		b.compacted(b.parts(m.Content).text())
	case m.Role.Is("user") && m.Origin.IsPrompt() && !m.Origin.IsCommand():
		b.prompt(m)
	default:
		b.context(m)
	}
}

// prompt reads what the user typed. The texts of the skills that it names stand before it.
func (b *builder) prompt(m format.Message) {
	p := b.parts(m.Content)
	for skill := range jsonl.Elements(m.Origin.Skills) {
		if len(p.texts) > 0 {
			e := b.add(timeline.User, "")
			e.Content, e.Origin = format.Skill(skill, p.texts[0])
			p.texts = p.texts[1:]
		}
	}
	e := b.add(timeline.User, m.ID.String())
	e.Content, e.Attachments = p.text(), p.media
	e.Hidden = len(p.texts)+len(p.media) == 0
	e.ReadTold()
}

// context reads what nobody typed. The line of a shell command is hidden: its output tells it.
func (b *builder) context(m format.Message) {
	p := b.parts(m.Content)
	if len(p.texts)+len(p.media) == 0 {
		b.hide(timeline.Text{})
		return
	}
	content, origin, isRebuilt := m.Origin.Context(p.text())
	kind := timeline.User
	if isRebuilt {
		kind = timeline.System
	}
	if m.Origin.IsShellLine() {
		b.typed = content
	}
	e := b.add(kind, m.ID.String())
	e.Content, e.Origin, e.Attachments, e.Hidden = content, origin, p.media, isRebuilt
}

// answer reads what the model said: an entry for each text, with what was thought before it, and one for each call.
func (b *builder) answer(m format.Message) {
	var thinking []timeline.Text
	for part := range jsonl.Elements(m.Content) {
		p := format.PeekPart(part)
		switch {
		case p.Think.IsString():
			thinking = append(thinking, format.Text(p.Think))
		case len(p.Text) > len(`""`):
			e := b.add(timeline.Assistant, "")
			e.Content, e.Thinking = format.Text(p.Text), timeline.Join(thinking, "\n\n")
			thinking = nil
		default:
			b.picture(p)
		}
	}
	if left := timeline.Join(thinking, "\n\n"); !left.IsEmpty() {
		b.add(timeline.Assistant, "").Thinking = left
	}
	for call := range jsonl.Elements(m.ToolCalls) {
		c := format.PeekCall(call)
		arguments := []byte(c.Arguments)
		if c.Arguments.IsString() {
			arguments = []byte(c.Arguments.String())
		}
		b.call(c.ID, c.Name, arguments)
	}
}

// picture adds a picture that the model made.
func (b *builder) picture(p format.Part) {
	if a, ok := format.Media(format.Text(p.URL), b.agent); ok {
		b.add(timeline.Assistant, "").Attachments = []timeline.Attachment{a}
	}
}

func (b *builder) call(id, name jsonl.Value, arguments []byte) {
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = []byte("{}")
	}
	e := b.add(timeline.ToolCall, id.String())
	e.OriginalTool = name.String()
	e.Tool, e.Input = format.ToUniversal(e.OriginalTool, arguments)
}

// result reads a tool's output: a text, or parts that may be pictures. What a failed command put out is parted from its exit code by the
// joiner, which knows the tool.
func (b *builder) result(call, output jsonl.Value, failed bool) {
	e := b.add(timeline.ToolResult, "")
	e.CallID, e.Success = call.String(), !failed
	if output.IsString() {
		e.Output = format.Text(output)
		return
	}
	p := b.parts(output)
	e.Output, e.Attachments = p.text(), p.media
}

// parts are the parts of a content.
type parts struct {
	texts []timeline.Text
	media []timeline.Attachment
}

func (p parts) text() timeline.Text { return timeline.Join(p.texts, "\n") }

func (b *builder) parts(content jsonl.Value) parts {
	var all parts
	if content.IsString() { // not what the CLI writes; a text nevertheless
		all.texts = append(all.texts, format.Text(content))
	}
	for part := range jsonl.Elements(content) {
		p := format.PeekPart(part)
		text := format.Text(p.Text)
		media, isMedia := format.Media(format.Text(p.URL), b.agent)
		switch {
		case isMedia:
			media.Leading = len(all.texts) == 0
			all.media = append(all.media, media)
		case !text.IsEmpty() && !format.IsMediaTag(text):
			all.texts = append(all.texts, text)
		}
	}
	return all
}
