package opencode

import (
	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// prompting converts the parts of a message in the user's name.
type prompting struct {
	*teller
	at           string
	parts        []format.Row
	all, written []*timeline.Entry
	// files are the user's attachments. They belong to the first text that the user wrote.
	files []timeline.Attachment
	// read is the current mention, while parts with its content follow.
	read *mention
	// context is the newest context that stead wrote. The files marked as synthetic belong to it.
	context *timeline.Entry
}

// mention is something that the prompt names. Its content is the entry with the text that was read.
type mention struct {
	name       string
	isResource bool
	content    *timeline.Entry
}

// prompt converts a message in the user's name: the user's own text, and the texts that the CLI sent to the model with
// it.
func (t *teller) prompt(m format.Message) []*timeline.Entry {
	p := prompting{teller: t, at: created(m.Row), parts: m.Parts}
	for i, part := range m.Parts {
		data := dataOf(part)
		switch data.Get("type").String() {
		case "text":
			p.text(i, part, data)
		case "file":
			p.file(part, data)
		case "compaction":
			t.order(m.Row.ID, data)
			p.hide(part, timeline.Text{})
		case "subtask":
			p.subtask(part, data)
		default:
			p.read = nil
			p.other(part, data)
		}
	}
	if len(p.files) > 0 && len(p.written) == 0 {
		e := &timeline.Entry{ID: t.identify(m.Row.ID + "/files"), Type: timeline.User, Timestamp: p.at,
			Branch: p.all[len(p.all)-1].Branch}
		e.Native = &timeline.Record{CLI: format.Name, Line: t.line}
		p.all, p.written = append(p.all, e), append(p.written, e)
	}
	if len(p.written) > 0 {
		p.written[0].Attachments = p.files
	}
	if p.isShell() {
		t.shells[m.Row.ID] = true
	}
	return p.all
}

// hide adds a part that is not part of the conversation.
func (p *prompting) hide(part format.Row, text timeline.Text) *timeline.Entry {
	e := p.hidden(part, text, p.at)
	p.all = append(p.all, e)
	return e
}

// tell adds a part of the conversation. The origin is nil for the user's own text.
func (p *prompting) tell(part format.Row, text timeline.Text, origin *timeline.Origin) *timeline.Entry {
	e := p.add(&timeline.Entry{Type: timeline.User, Content: text, Origin: origin, Timestamp: p.at}, part)
	p.all = append(p.all, e)
	return e
}

// text converts the user's own text, which the CLI does not mark. The line that the user typed for a slash command is
// not in the store of 1.18.33: SessionPrompt.command puts the expanded template into the parts and keeps neither name
// nor arguments there (a subtask part has the name). They are only in the event command.executed, which is defined
// without the durable mark of the session's events, so it never gets into the table event. Only clients that listen at
// that moment receive it. The command is known only for texts that stead wrote ([format.CommandOf]).
func (p *prompting) text(i int, part format.Row, data jsonl.Value) {
	text := format.TextOf(data.Get("text"))
	switch {
	case data.Get("ignored").Bool(), format.IsRepeated(data):
		p.hide(part, text)
	case data.Get("synthetic").Bool():
		p.synthetic(i, part, data, text)
	default:
		p.read = nil
		p.written = append(p.written, p.tell(part, text, format.CommandOf(data)))
	}
}

// other adds a part that OpenCode does not send to the model, or whose type is unknown.
func (p *prompting) other(part format.Row, data jsonl.Value) {
	if kind := data.Get("type").String(); !format.IsPart(kind) {
		p.unknown(part, data, partName(data))
		return
	}
	p.hide(part, timeline.Text{})
}

func (p *prompting) unknown(part format.Row, data jsonl.Value, kind string) {
	p.all = append(p.all, p.teller.unknown(part, data, kind, p.at)...)
}

// subtask converts the order for a sub-agent that a command gives, which counts as the user's request. The model gets
// no more of it here (1.18.33); it gets the prompt with the call that follows.
func (p *prompting) subtask(part format.Row, data jsonl.Value) {
	origin := &timeline.Origin{Kind: timeline.Command, Name: data.Get("command").String()}
	if origin.Name != "" {
		origin.Typed = timeline.NewText("/" + origin.Name)
	}
	p.written = append(p.written, p.tell(part, timeline.NewText(format.ShellNote), origin))
}

// isShell reports whether the message does nothing but announce a command that the user ran.
func (p *prompting) isShell() bool {
	if len(p.parts) != 1 {
		return false
	}
	data := dataOf(p.parts[0])
	return data.Get("synthetic").Bool() && data.Get("text").Is(format.ShellNote)
}

// order stores an order to compact.
func (t *teller) order(message string, part jsonl.Value) {
	c := compaction{trigger: "manual", tail: part.Get("tail_start_id").String()}
	if part.Get("auto").Bool() {
		c.trigger = "auto"
	}
	t.compactions[message] = c
}

// dataOf returns the JSON of a part, cleaned so that it can be parsed.
func dataOf(part format.Row) jsonl.Value { return jsonl.Value(clean(part.Raw)).Get("data") }
