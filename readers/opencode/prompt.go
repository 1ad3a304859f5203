package opencode

import (
	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// prompting tells the parts of a message in the user's name.
type prompting struct {
	*teller
	at           string
	parts        []format.Row
	all, written []*timeline.Entry
	// files are what the user attached. It belongs to the first text that the user wrote.
	files []timeline.Attachment
	// read is what the CLI has read because the prompt names it, while its parts go on.
	read *mention
	// context is the newest context that stead has put there, to which the files belong that are marked as synthetic.
	context *timeline.Entry
}

// mention is what the prompt names. Note is the entry of the text that announces it.
type mention struct {
	name       string
	isResource bool
	content    *timeline.Entry
}

// prompt tells a message in the user's name: what the user wrote, and what the CLI told the model beside it.
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

// hide tells a part that is no conversation.
func (p *prompting) hide(part format.Row, text timeline.Text) *timeline.Entry {
	e := p.hidden(part, text, p.at)
	p.all = append(p.all, e)
	return e
}

// tell tells a part that is. The origin is nil for what the user wrote.
func (p *prompting) tell(part format.Row, text timeline.Text, origin *timeline.Origin) *timeline.Entry {
	e := p.add(&timeline.Entry{Type: timeline.User, Content: text, Origin: origin, Timestamp: p.at}, part)
	p.all = append(p.all, e)
	return e
}

// text tells what the user wrote, which the CLI has not marked. What was typed for a slash command is not in the store
// of 1.18.33: SessionPrompt.command puts the expanded template into the parts and keeps neither name nor arguments
// there (a subtask part has the name). They are in the event command.executed alone, which is defined without the
// durable mark of the session's events, so that it never gets into the table event: only who listens at that moment is
// told. A command is known of texts that stead wrote ([format.CommandOf]).
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

// other tells a part that the model is not told, or whose type nobody knows.
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

// subtask tells the order for a sub-agent that a command gives: the user's request. The model is told no more of it
// here (1.18.33), and gets the prompt with the call that follows.
func (p *prompting) subtask(part format.Row, data jsonl.Value) {
	origin := &timeline.Origin{Kind: timeline.Command, Name: data.Get("command").String()}
	if origin.Name != "" {
		origin.Typed = timeline.NewText("/" + origin.Name)
	}
	p.written = append(p.written, p.tell(part, timeline.NewText(format.ShellNote), origin))
}

// isShell reports whether the message only announces a command that the user ran.
func (p *prompting) isShell() bool {
	if len(p.parts) != 1 {
		return false
	}
	data := dataOf(p.parts[0])
	return data.Get("synthetic").Bool() && data.Get("text").Is(format.ShellNote)
}

// order remembers an order to compact.
func (t *teller) order(message string, part jsonl.Value) {
	c := compaction{trigger: "manual", tail: part.Get("tail_start_id").String()}
	if part.Get("auto").Bool() {
		c.trigger = "auto"
	}
	t.compactions[message] = c
}

// dataOf returns a part itself, fit to be looked into.
func dataOf(part format.Row) jsonl.Value { return jsonl.Value(clean(part.Raw)).Get("data") }
