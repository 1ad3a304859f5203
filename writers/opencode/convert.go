package opencode

import (
	format "stead/internal/format/opencode"
	"stead/timeline"
	"stead/writers"
)

// convert writes an entry that has no row of its own.
func (n *encoder) convert(e *timeline.Entry) error {
	switch {
	case e.Branch != "":
		n.branches.Note(e)
		return nil
	case e.Hidden:
		if isInterruption(e) && n.open != nil {
			n.open.aborted = true
		}
		return nil // the business of the CLI that wrote it
	}
	switch e.Type {
	case timeline.User:
		return n.user(e)
	case timeline.Assistant:
		return n.assistant(e)
	case timeline.ToolCall:
		return n.call(e)
	case timeline.ToolResult:
		return n.result(e)
	}
	if e.Compaction != nil {
		return n.compaction(e)
	}
	if !e.Content.IsBlank() {
		n.loseItem(writers.Texts, e.Content.Characters(), "system message", "OpenCode sends its own instructions to the model and none of another CLI")
	}
	return nil
}

// isInterruption reports whether an entry marks the place where the user stopped the model.
func isInterruption(e *timeline.Entry) bool {
	return e.StopReason == "interrupted" || e.Origin != nil && e.Origin.Kind == timeline.Interruption
}

// user begins a message in the user's name. What the CLI told the model beside the prompt follows in the same message.
func (n *encoder) user(e *timeline.Entry) error {
	if isInterruption(e) && n.open != nil {
		n.open.aborted = true
	}
	if e.IsContext() {
		return n.context(e)
	}
	if err := n.close(); err != nil {
		return err
	}
	m := n.ask(e)
	if err := n.files(m, e, true); err != nil {
		return err
	}
	if !e.Content.IsEmpty() || len(e.Attachments) == 0 {
		m.text(e.Content, func(o *timeline.Object) {
			if e.Origin != nil {
				format.NoteCommand(o, e.Origin)
			}
		})
	}
	return n.files(m, e, false)
}

// ask begins a message in the user's name, which is written when something else begins.
func (n *encoder) ask(e *timeline.Entry) *draft {
	n.asked = n.newPrompt(e.Timestamp)
	n.resumes = false
	n.arrived(e, n.asked.id)
	return n.asked
}

// arrived notes that a message holds an entry of the user's.
func (n *encoder) arrived(e *timeline.Entry, message string) {
	n.report.Entries++
	n.place(e, message)
	n.remember(e)
}

// place remembers in which message an entry is, until a summary has replaced it.
func (n *encoder) place(e *timeline.Entry, message string) {
	n.order = append(n.order, placed{e.ID, message})
}

// newPrompt begins a message in the user's name.
func (n *encoder) newPrompt(timestamp string) *draft {
	m := n.newDraft(n.clock.next(n.clock.at(timestamp)))
	n.prompt = m.id
	m.info = func(o *timeline.Object) {
		o.String("role", "user")
		o.Append("time", func(dst []byte) []byte { return appendTimes(dst, "created", m.created) })
		o.String("agent", n.agent)
		if n.model != "" {
			o.Append("model", func(dst []byte) []byte {
				model := timeline.NewObject(dst)
				model.String("providerID", n.provider)
				model.String("modelID", n.model)
				return model.End()
			})
		}
	}
	return m
}

// assistant adds what the model thought and said to its answer.
func (n *encoder) assistant(e *timeline.Entry) error {
	a, err := n.answer(e)
	if err != nil {
		return err
	}
	at := n.clock.at(e.Timestamp)
	if !e.Thinking.IsEmpty() {
		a.timed("reasoning", e.Thinking, at)
	}
	if !e.Content.IsEmpty() {
		a.timed("text", e.Content, at)
		a.said = true
	}
	for range e.Attachments {
		n.loseItem(writers.Media, 0, "picture in an answer", "OpenCode keeps pictures in prompts and tool outputs only")
	}
	n.report.Entries++
	n.place(e, a.id)
	return nil
}

// resume lets the model go on after a summary, in the way of OpenCode itself.
func (n *encoder) resume(timestamp string) error {
	n.resumes = false
	m := n.newPrompt(timestamp)
	m.text(timeline.NewText(format.ContinueNote), func(o *timeline.Object) {
		o.Bool("synthetic", true)
		o.Raw("metadata", []byte(`{"compaction_continue":true}`))
	})
	return n.write(m.message())
}

// draft is a message that is being written.
type draft struct {
	n       *encoder
	id      string
	created int64
	info    func(*timeline.Object)
	parts   []*part
}

// part is a part of it. Its data may still be missing, where a call waits for its result.
type part struct {
	id   string
	data []byte
}

func (n *encoder) newDraft(created int64) *draft {
	return &draft{n: n, id: n.ids.Next(format.MessagePrefix), created: created}
}

// part adds a part, whose data fn writes.
func (m *draft) part(fn func(*timeline.Object)) *part {
	p := &part{id: m.n.ids.Next(format.PartPrefix)}
	if fn != nil {
		o := timeline.NewObject(nil)
		fn(&o)
		p.data = o.End()
	}
	m.parts = append(m.parts, p)
	return p
}

// text adds a part of text. Fn may add members.
func (m *draft) text(text timeline.Text, fn func(*timeline.Object)) {
	m.part(func(o *timeline.Object) {
		o.String("type", "text")
		o.Text("text", text)
		if fn != nil {
			fn(o)
		}
	})
}

// message returns the rows.
func (m *draft) message() format.Message {
	info := timeline.NewObject(nil)
	m.info(&info)
	whole := format.Message{Row: m.row(format.MessageTable, m.id, info.End())}
	for _, p := range m.parts {
		whole.Parts = append(whole.Parts, m.row(format.PartTable, p.id, p.data))
	}
	return whole
}

func (m *draft) row(table, id string, data []byte) format.Row {
	o := timeline.NewObject(make([]byte, 0, len(data)+256))
	o.String("table", table)
	o.String("id", id)
	if table == format.PartTable {
		o.String("message_id", m.id)
	}
	o.String("session_id", m.n.plan.ID)
	o.Int("time_created", m.created)
	o.Int("time_updated", m.created)
	o.Raw("data", data)
	return format.Row{Table: table, ID: id, Raw: o.End()}
}

// appendTimes appends an object of times, given by their names.
func appendTimes(dst []byte, name string, at int64, more ...any) []byte {
	o := timeline.NewObject(dst)
	o.Int(name, at)
	for i := 0; i+1 < len(more); i += 2 {
		o.Int(more[i].(string), more[i+1].(int64))
	}
	return o.End()
}
