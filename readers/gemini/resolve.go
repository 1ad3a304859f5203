package gemini

import (
	"slices"

	format "stead/internal/format/gemini"
	"stead/timeline"
)

// resolveText tells a message's text, with its thinking and its pictures, unless it was told.
func (l *ledger) resolveText(k *known, m *message, again *matcher) {
	if !m.talks() || !m.written() && (m.thinking.IsEmpty() || len(k.text) > 0 || again != nil) {
		return
	}
	if len(k.text) > 0 && (!m.written() || tells(k.text, m)) {
		return
	}
	if found := again.find(m); found != nil {
		k.text = found
		return
	}
	e := &timeline.Entry{Type: timeline.User, Content: m.text, Attachments: m.attachments, Timestamp: m.timestamp}
	if m.role == format.Model {
		e.Type, e.Thinking, e.Model = timeline.Assistant, m.thinking, m.model
	}
	if len(k.text) > 0 { // the message was written with another text before
		l.drop([]*known{{text: k.text}}, nil)
	}
	key := m.key
	if !m.written() {
		key = 0
	}
	k.text = []*unit{l.tell(m.id, key, e)}
}

// tells reports whether the units are those of a message's text. A thought that was told before its text gets that in an entry of its own.
func tells(units []*unit, m *message) bool {
	if len(units) == 1 {
		return units[0].key == m.key
	}
	for i, u := range units {
		if i >= len(m.parts) || u.key != m.parts[i] {
			return false
		}
	}
	return true
}

func (l *ledger) resolveCall(k *known, m *message, c *call, again bool) {
	if k.calls[c.id] != nil {
		return
	}
	if told := l.calls[c.id]; again && told != nil && told.key == c.key {
		k.calls[c.id] = told
		if len(k.text) == 0 && told.thought != nil {
			k.text = []*unit{told.thought}
		}
		return
	}
	tool, input := format.ToUniversal(c.name, c.args)
	e := &timeline.Entry{Type: timeline.ToolCall, Tool: tool, Input: input, OriginalTool: c.name, Timestamp: m.timestamp}
	u := l.tell(c.id, c.key, e)
	if len(k.text) == 1 && k.text[0].key == 0 {
		u.thought = k.text[0]
	}
	k.calls[c.id] = u
	if c.hasID {
		l.calls[c.id] = u
	} else {
		l.unnamed = append(l.unnamed, unnamedCall{c.name, u})
	}
}

// resolveResult tells a result unless its call has one: the CLI writes each twice, and once more with each resume.
func (l *ledger) resolveResult(k *known, m *message, r *result) {
	c := l.calls[r.call]
	if r.call == "" {
		c = l.waiting(r.name)
	}
	told := l.orphans[r.call]
	if c != nil {
		told = c.answer
	}
	if told == nil {
		told = l.answer(c, m, r)
	}
	if !slices.Contains(k.results, told) {
		k.results = append(k.results, told)
	}
}

// waiting returns the first call without an id of a tool that has no result yet.
func (l *ledger) waiting(tool string) *unit {
	for _, c := range l.unnamed {
		if c.tool == tool && c.answer == nil {
			return c.unit
		}
	}
	return nil
}

func (l *ledger) answer(c *unit, m *message, r *result) *unit {
	e := &timeline.Entry{
		Type: timeline.ToolResult, CallID: r.call, Success: !r.failed, Output: r.output, Error: r.err,
		Attachments: r.attachments, Timestamp: m.timestamp,
	}
	if c != nil {
		e.CallID = c.entry
	}
	told := l.tell(e.CallID+":result", 0, e)
	if c != nil {
		c.answer = told
	} else {
		l.orphans[r.call] = told
	}
	return told
}

// matcher finds texts of a view again, in their order.
type matcher struct {
	view []*known
	// next is the first message of the view that was not found yet.
	next int
}

// find returns the units of a message that tells the same, or whose parts are those of several messages: neighbours of the same role
// are made one. Nil when there is none.
func (f *matcher) find(m *message) []*unit {
	if f == nil {
		return nil
	}
	if at := f.seek(m.key); at >= 0 {
		f.next = at + 1
		return f.view[at].text
	}
	begin := f.next
	var units []*unit
	for _, key := range m.parts {
		at := f.seek(key)
		if at < 0 {
			f.next = begin
			return nil
		}
		f.next = at + 1
		units = append(units, f.view[at].text...)
	}
	return units
}

func (f *matcher) seek(key uint64) int {
	for i := f.next; i < len(f.view); i++ {
		if text := f.view[i].text; len(text) > 0 && text[0].key == key {
			return i
		}
	}
	return -1
}
