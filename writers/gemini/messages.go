package gemini

import (
	format "stead/adapters/gemini"
	"stead/timeline"
)

// messages holds the newest message of the user, or the newest ones of the model, until they are complete.
type messages struct {
	out    *output
	memory *memory
	said   *said
	// turns are the model's messages. answered are their calls, in the order of the results.
	turns    []*turn
	answered []*toolCall
}

// hold begins a message, and writes the one before it.
func (m *messages) hold(e *timeline.Entry) {
	m.flush()
	m.said = &said{entry: e}
	m.beside(e)
}

// beside adds an entry to the held message.
func (m *messages) beside(e *timeline.Entry) {
	m.said.entries = append(m.said.entries, e.ID)
	m.out.report.Entries++
}

// flushSaid writes the held message of the user.
func (m *messages) flushSaid() {
	s := m.said
	if s == nil {
		return
	}
	m.said = nil
	s.endFiles()
	line := object(func(o *timeline.Object) {
		m.out.messageMembers(o, s.entry.ID, s.entry.Timestamp, format.User)
		o.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, s.parts) })
		if !s.shown.IsEmpty() {
			o.Text("displayContent", s.shown)
		}
	})
	m.out.record(line)
	m.memory.add([][]byte{line}, s.entries...)
}

// flush writes the held messages: the user's, or the model's and the results of their calls in the order of their
// arrival.
func (m *messages) flush() {
	m.flushSaid()
	if len(m.turns) == 0 {
		return
	}
	var lines [][]byte
	var ids []string
	for _, t := range m.turns {
		lines, ids = append(lines, t.line(m.out)), append(ids, t.entry.ID)
		for _, c := range t.calls {
			ids = append(ids, c.entry.ID, c.result.ID)
		}
	}
	if len(m.answered) > 0 {
		lines = append(lines, resultsLine(m.answered, m.out))
	}
	m.turns, m.answered = nil, nil
	for _, line := range lines {
		m.out.record(line)
	}
	m.memory.add(lines, ids...)
}
