package gemini

import (
	"slices"
	"strconv"

	format "stead/adapters/gemini"
	"stead/timeline"
)

// texts converts texts to entries.
type texts struct {
	entries *entryList
	asked   uint64 // the digest of the last prompt in the form that the terminal shows
}

// say emits the entry of a piece.
func (t *texts) say(m *message, id string, s *saying) *unit {
	e := &timeline.Entry{Type: timeline.User, Content: s.text, Attachments: s.attachments, Origin: s.origin,
		Timestamp: m.timestamp}
	if m.role == format.Model {
		e.Type, e.Thinking, e.Model = timeline.Assistant, m.thinking, m.model
	} else if s.isPrompt() {
		t.ask(m, s, e)
	}
	u := t.entries.emit(id, s.key, e)
	if s.isDropped {
		u.left = -t.entries.line
	}
	return u
}

// ask records the form of a prompt on the terminal. A text for which the terminal shows the last prompt again is not a
// prompt: a hook, or the CLI itself, makes the model continue.
func (t *texts) ask(m *message, s *saying, e *timeline.Entry) {
	shown := m.display
	if shown.IsBlank() {
		shown = s.text
	}
	look := digest(shown)
	switch {
	case look != t.asked || len(m.says) > 1 || look == digest(s.text) || s.origin != nil:
		t.asked = look
	case s.text.String() == format.Continue:
		e.Origin = &timeline.Origin{Kind: timeline.Reminder}
	default:
		e.Origin = &timeline.Origin{Kind: timeline.Hook, Name: format.AfterAgent}
	}
}

// resolveTexts emits the pieces of a message, with its thinking and its pictures, unless they were already emitted.
func (v *conversation) resolveTexts(k *known, m *message, again *matcher) {
	if !m.talks() || !m.written() && (m.thinking.IsEmpty() || len(k.text) > 0 || again != nil) {
		return
	}
	if len(k.text) > 0 {
		if !m.written() || tells(k.text, m.says) {
			return
		}
		v.drop([]*known{{text: k.text}}, nil) // an earlier record of the message had another text
		k.text = nil
	}
	if !m.written() {
		k.text = []*unit{v.texts.say(m, m.id, &saying{})}
		return
	}
	for i := range m.says {
		s := &m.says[i]
		found := again.find(s)
		if found == nil {
			found = []*unit{v.texts.say(m, m.idOf(i), s)}
		}
		k.text = append(k.text, found...)
	}
}

// idOf returns the id of a piece's entry. The prompt has the id of the message.
func (m *message) idOf(at int) string {
	first := slices.IndexFunc(m.says, func(s saying) bool { return s.isPrompt() })
	if at == max(first, 0) {
		return m.id
	}
	return m.id + "#" + strconv.Itoa(at+1)
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

// length returns how many units at the beginning of the list belong to the piece: one, or one for each text. It is 0 if
// the list begins with other units.
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
