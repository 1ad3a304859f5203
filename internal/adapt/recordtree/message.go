package recordtree

import (
	"bytes"
	"slices"

	"stead/internal/adapt/jsonl"
)

// message is what a line says about its message. The lines of a message follow each other, except for results between
// them.
type message struct {
	id                       uint64
	isPart, isNamed, isFinal bool // isNamed: the record has an id
	text                     jsonl.Value
	calls                    []uint64
	input, output            int64
	line                     int32
	counted                  int32 // the line of the message that has its usage, 0 for none
}

// messages are the messages while the first pass adds to them.
type messages struct {
	nodes *nodes
	about *About

	current message // the last line of the open message
	// finals are the newest final lines of the open message, which a later line may repeat.
	finals []final
	// recent holds the first lines of recent messages, earlier those of older ones. Lines of a message are near each
	// other, so the oldest can be forgotten.
	recent, earlier map[uint64]int32
}

// maxMessages is how many messages recent holds before they become the earlier ones.
const maxMessages = 1 << 12

// firstOf returns the first line of a message, which is the given one if it is new.
func (m *messages) firstOf(id uint64, line int32) int32 {
	if id == 0 {
		return line
	}
	for _, known := range []map[uint64]int32{m.recent, m.earlier} {
		if first, ok := known[id]; ok {
			return first
		}
	}
	if m.recent == nil || len(m.recent) == maxMessages {
		m.earlier, m.recent = m.recent, map[uint64]int32{}
	}
	m.recent[id] = line
	return line
}

// join adds a line to its message. It returns answers whose calls must be found again.
func (m *messages) join(line int32, now message) (again []waiting) {
	n := m.nodes.at(line)
	n.owner = m.firstOf(now.id, line)
	n.flags |= isMessage
	now.line = line
	before := &m.current
	switch {
	case now.id == 0 || now.id != before.id:
		m.close()
		if n.owner == line {
			m.count(&now)
		} else {
			now.input, now.output = 0, 0 // counted when the message was open
		}
	case before.grewInto(&now):
		m.take(&now, before.line, before.counted)
		m.nodes.replace(before.line)
	case !now.isNamed && before.isNamed:
		m.nodes.replace(line)
		return nil
	default:
		// The count went up while the model spoke.
		if now.counted = before.counted; now.counted > 0 && now.output > before.output {
			m.take(&now, now.counted, now.counted)
		}
	}
	again = m.supersede(&now)
	m.current = now
	return again
}

// count makes a line hold its message's usage.
func (m *messages) count(now *message) {
	m.nodes.at(now.line).flags |= hasUsage
	now.counted = now.line
}

// take makes a line hold its message's usage if an earlier one has held it so far.
func (m *messages) take(now *message, from, counted int32) {
	now.counted = counted
	if from == counted && counted > 0 {
		m.nodes.at(from).flags &^= hasUsage
		m.count(now)
	}
}

// final is a line that seems to have a part of its message in its final form.
type final struct {
	line  int32
	text  uint64
	calls []uint64
	// answers are the lines with results of its calls. If the line is replaced, they answer the later line.
	answers []waiting
}

// maxFinals is how many lines of a message a later one is compared with.
const maxFinals = 64

// supersede replaces the final lines that a later final line of the message repeats: of several versions the latest
// counts. It returns the answers to their calls.
func (m *messages) supersede(now *message) (answers []waiting) {
	if !now.isFinal || !now.isNamed || now.id == 0 {
		return nil
	}
	f := final{line: now.line, text: hash(now.text), calls: now.calls}
	m.finals = slices.DeleteFunc(m.finals, func(earlier final) bool {
		if !earlier.isToldBy(f) {
			return false
		}
		m.take(now, earlier.line, now.counted)
		m.nodes.replace(earlier.line)
		answers = append(answers, earlier.answers...)
		f.answers = append(f.answers, earlier.answers...)
		return true
	})
	if len(m.finals) == maxFinals {
		m.finals = slices.Delete(m.finals, 0, 1)
	}
	m.finals = append(m.finals, f)
	return answers
}

// answered records the result of a call.
func (m *messages) answered(call uint64, line int32) {
	for i, f := range m.finals {
		if slices.Contains(f.calls, call) {
			m.finals[i].answers = append(f.answers, waiting{line: line, id: call, isCall: true})
		}
	}
}

// isToldBy reports whether a later line has everything that the line holds. Lines without text and calls (thinking)
// cannot be compared.
func (f final) isToldBy(later final) bool {
	for _, call := range f.calls {
		if !slices.Contains(later.calls, call) {
			return false
		}
	}
	return len(f.calls) > 0 && f.text == 0 || f.text != 0 && f.text == later.text
}

// close adds up the usage of the open message. Its last line has the highest counts, because a stream counts upwards.
func (m *messages) close() {
	m.about.Input += m.current.input
	m.about.Output += m.current.output
	m.current, m.finals = message{}, nil
}

// grewInto reports whether a line is a later state of this one, which is the message's previous line. A CLI that writes
// while the model speaks writes a message again and again: not yet final, or without an id, and each time with more of
// the same content.
func (m *message) grewInto(now *message) bool {
	switch {
	case m.isFinal && m.isNamed:
		return false
	case !m.isNamed && now.isNamed:
		return true
	case len(m.calls) > 0:
		return slices.Contains(now.calls, m.calls[0])
	case m.text == nil:
		return false
	}
	return bytes.HasPrefix(now.text, m.text[:max(0, len(m.text)-1)])
}
