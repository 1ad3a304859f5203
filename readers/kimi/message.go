package kimi

import (
	format "stead/adapters/kimi"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// message reads a message of the context: a prompt, a note of the harness, an answer with its calls, or a result. The
// CLI itself writes answers and results as loop events, but converted sessions have them as messages.
func (b *builder) message(m format.Message, whole jsonl.Value) {
	switch {
	case m.Partial.Bool():
		b.hide(b.parts(m.Content).text())
	case m.Role.Is("assistant") && !m.Origin.IsBlockedPrompt():
		b.answer(m)
	case m.Role.Is("tool"):
		b.result(m.CallID, m.Content, m.Failed.Bool())
		b.note = format.Text(m.Note)
	case m.Role.Is("user") && m.Origin.IsSummary():
		b.compacted(b.parts(m.Content).text())
	case m.Role.Is("user") && m.Origin.IsPrompt() && !m.Origin.IsCommand():
		b.prompt(m)
	case m.Role.Is("user"), m.Role.Is("system"), m.Role.Is("assistant"):
		b.context(m)
	default:
		b.unknown("message of the role", m.Role, whole)
	}
}

// prompt reads a prompt that the user typed. The texts of the skills that it names precede it.
func (b *builder) prompt(m format.Message) {
	p := b.parts(m.Content)
	for skill := range jsonl.Elements(m.Origin.Skills) {
		if len(p.texts) > 0 {
			e := b.add(timeline.User, "")
			e.Content, e.Origin = format.Skill(skill, p.texts[0])
			p.texts = p.texts[1:]
		}
	}
	b.think(p)
	if len(p.texts)+len(p.media) > 0 {
		e := b.add(timeline.User, m.ID.String())
		e.Content, e.Attachments = p.text(), p.media
		e.ReadTold()
	}
	b.entries = append(b.entries, p.unknown...)
}

// think adds the thinking in a message that is not the model's. The CLI sends it as thinking (observed with kimi-code
// 2.1.0).
func (b *builder) think(p parts) {
	if thinking := timeline.Join(p.thoughts, "\n\n"); !thinking.IsEmpty() {
		b.add(timeline.Assistant, "").Thinking = thinking
	}
}

// context reads a message that the user did not type. It hides the line of a shell command, because the entry of the
// output contains it.
func (b *builder) context(m format.Message) {
	p := b.parts(m.Content)
	b.think(p)
	if len(p.texts)+len(p.media) > 0 {
		b.contextOf(m, p)
	}
	b.entries = append(b.entries, p.unknown...)
}

func (b *builder) contextOf(m format.Message, p parts) {
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

// answer reads an answer of the model: an entry for each text, with the thinking before it, and one for each call.
func (b *builder) answer(m format.Message) {
	var thinking []timeline.Text
	for part := range jsonl.Elements(m.Content) {
		p := format.PeekPart(part)
		switch {
		case p.Type.Is("think"):
			thinking = append(thinking, format.Text(p.Think))
		case p.IsText():
			e := b.add(timeline.Assistant, "")
			e.Content, e.Thinking = format.Text(p.Text), timeline.Join(thinking, "\n\n")
			thinking = nil
		default:
			b.otherPart(p, part)
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

// otherPart adds a picture that the model generated, or a part of a kind that stead does not know.
func (b *builder) otherPart(p format.Part, part jsonl.Value) {
	var all parts
	all.add(b.parser, p, part)
	for _, text := range all.texts {
		b.add(timeline.Assistant, "").Content = text
	}
	for _, a := range all.media {
		b.add(timeline.Assistant, "").Attachments = []timeline.Attachment{a}
	}
	b.entries = append(b.entries, all.unknown...)
}

func (b *builder) call(id, name jsonl.Value, arguments []byte) {
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = []byte("{}")
	}
	e := b.add(timeline.ToolCall, id.String())
	e.OriginalTool = name.String()
	e.Tool, e.Input = format.ToUniversal(e.OriginalTool, arguments)
}

// result reads a tool's output: a text, or parts that may be pictures. The joiner, which knows the tool, separates the
// exit code of a failed command from its output.
func (b *builder) result(call, output jsonl.Value, failed bool) *timeline.Entry {
	e := b.add(timeline.ToolResult, "")
	e.CallID, e.Success = call.String(), !failed
	switch {
	case output.IsString():
		e.Output = format.Text(output)
	case output.IsArray():
		p := b.parts(output)
		e.Output, e.Attachments = timeline.Join(append(p.texts, p.thoughts...), "\n"), p.media
		b.entries = append(b.entries, p.unknown...)
	case !output.IsNull():
		e.Output = timeline.NewText(string(output)) // the CLI itself cannot read this value, but keep it
	}
	return e
}
