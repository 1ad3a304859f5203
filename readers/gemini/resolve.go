package gemini

import (
	"cmp"
	"slices"
	"strconv"

	format "stead/internal/format/gemini"
	"stead/timeline"
)

// resolveTexts tells the pieces of a message, with its thinking and its pictures, unless they were told.
func (v *conversation) resolveTexts(k *known, m *message, again *matcher) {
	if !m.talks() || !m.written() && (m.thinking.IsEmpty() || len(k.text) > 0 || again != nil) {
		return
	}
	if len(k.text) > 0 {
		if !m.written() || tells(k.text, m.says) {
			return
		}
		v.drop([]*known{{text: k.text}}, nil) // the message was written with another text before
		k.text = nil
	}
	if !m.written() {
		k.text = []*unit{v.say(m, m.id, &saying{})}
		return
	}
	for i := range m.says {
		s := &m.says[i]
		found := again.find(s)
		if found == nil {
			found = []*unit{v.say(m, m.idOf(i), s)}
		}
		k.text = append(k.text, found...)
	}
}

// idOf is the id of a piece's entry: what was asked for has the message's.
func (m *message) idOf(at int) string {
	first := slices.IndexFunc(m.says, func(s saying) bool { return s.isPrompt() })
	if at == max(first, 0) {
		return m.id
	}
	return m.id + "#" + strconv.Itoa(at+1)
}

// say tells a piece.
func (v *conversation) say(m *message, id string, s *saying) *unit {
	e := &timeline.Entry{Type: timeline.User, Content: s.text, Attachments: s.attachments, Origin: s.origin, Timestamp: m.timestamp}
	if m.role == format.Model {
		e.Type, e.Thinking, e.Model = timeline.Assistant, m.thinking, m.model
	} else if s.isPrompt() {
		v.ask(m, s, e)
	}
	return v.emit(id, s.key, e)
}

// ask notes what a prompt looks like on the terminal. A text for which the last prompt is shown once more is none: a hook, or the CLI itself,
// has the model go on.
func (v *conversation) ask(m *message, s *saying, e *timeline.Entry) {
	shown := m.display
	if shown.IsBlank() {
		shown = s.text
	}
	look := digest(shown)
	switch {
	case look != v.asked || len(m.says) > 1 || look == digest(s.text) || s.origin != nil:
		v.asked = look
	case s.text.String() == format.Continue:
		e.Origin = &timeline.Origin{Kind: timeline.Reminder}
	default:
		e.Origin = &timeline.Origin{Kind: timeline.Hook, Name: format.AfterAgent}
	}
}

// tells reports whether the units are those of the pieces.
func tells(units []*unit, says []saying) bool {
	for i := range says {
		n := says[i].length(units)
		if n == 0 {
			return false
		}
		units = units[n:]
	}
	return true
}

// length returns how many units at the beginning of the list the piece is: one, or one for each text. It is 0 for a list of others.
func (s *saying) length(units []*unit) int {
	if len(units) > 0 && units[0].key == s.key {
		return 1
	}
	for i, part := range s.parts {
		if i >= len(units) || units[i].key != part {
			return 0
		}
	}
	return len(s.parts)
}

func (v *conversation) resolveCall(k *known, m *message, c *call, again bool) {
	if k.calls[c.id] != nil {
		return
	}
	if told := v.calls[c.id]; again && told != nil && told.key == c.key {
		k.calls[c.id] = told
		if len(k.text) == 0 && told.thought != nil {
			k.text = []*unit{told.thought}
		}
		return
	}
	tool, input := format.ToUniversal(c.name, c.args)
	e := &timeline.Entry{
		Type: timeline.ToolCall, Tool: tool, Input: input, OriginalTool: v.nameOf(c), Model: m.model, Timestamp: m.timestamp,
	}
	u := v.emit(c.id, c.key, e)
	if len(k.text) == 1 && k.text[0].key == 0 {
		u.thought = k.text[0]
	}
	k.calls[c.id] = u
	if c.hasID {
		v.calls[c.id] = u
	} else {
		v.unnamed = append(v.unnamed, unnamedCall{c.name, u})
	}
}

// nameOf is the timeline's name of a call. Which server a tool is of is said where the terminal's name stands, and known from then on.
func (v *conversation) nameOf(c *call) string {
	if name, ok := format.MCPName(c.name, c.drawn); ok {
		v.servers[c.name] = name
	}
	return cmp.Or(v.servers[c.name], c.name)
}

// resolveResult tells a result unless its call has one: the CLI writes each twice, and once more with each resume.
func (v *conversation) resolveResult(k *known, m *message, r *result) {
	c := v.calls[r.call]
	if r.call == "" {
		c = v.waiting(r.name)
	}
	told := v.orphans[r.call]
	if c != nil {
		told = c.answer
	}
	if told == nil {
		told = v.answer(c, m, r)
	}
	if !slices.Contains(k.results, told) {
		k.results = append(k.results, told)
	}
}

// waiting returns the first call without an id of a tool that has no result yet.
func (v *conversation) waiting(tool string) *unit {
	for _, c := range v.unnamed {
		if c.tool == tool && c.answer == nil {
			return c.unit
		}
	}
	return nil
}

func (v *conversation) answer(c *unit, m *message, r *result) *unit {
	e := &timeline.Entry{
		Type: timeline.ToolResult, CallID: r.call, Success: !r.failed, Output: r.output, Error: r.err,
		Attachments: r.attachments, Timestamp: m.timestamp,
	}
	if c != nil {
		e.CallID = c.entry
	}
	told := v.emit(e.CallID+":result", 0, e)
	if c != nil {
		c.answer = told
	} else {
		v.orphans[r.call] = told
	}
	return told
}
