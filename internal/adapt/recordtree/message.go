package recordtree

import (
	"bytes"
	"slices"

	"stead/internal/adapt/jsonl"
)

// message is what a line tells about its message. Its lines follow each other, but for results between them.
type message struct {
	id                       uint64
	isPart, isNamed, isFinal bool // isNamed: the record has an id
	text                     jsonl.Value
	calls                    []uint64
	input, output            int64
	line                     int32
	counted                  int32 // the line of the message that tells its usage, 0 for none
}

// messages are the messages while the first pass adds to them.
type messages struct {
	current message // the last line of the one that is open
	// finals are the newest final lines of that, which a later line may tell again.
	finals []final
	// recent tells a message's first line, earlier those of longer ago: lines of a message stand near each other, so that
	// those of all time need not be kept.
	recent, earlier map[uint64]int32
}

// maxMessages is how many messages are told apart from those of longer ago.
const maxMessages = 1 << 12

// firstOf returns the first line of a message, which is the given one when it is new.
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

// join adds a line to its message.
func (g *growing) join(line int32, now message) {
	n := g.nodes.at(line)
	n.owner = g.messages.firstOf(now.id, line)
	n.flags |= isMessage
	now.line = line
	before := &g.messages.current
	switch {
	case now.id == 0 || now.id != before.id:
		g.close()
		if n.owner == line {
			g.count(&now)
		} else {
			now.input, now.output = 0, 0 // counted when the message was open
		}
	case before.grewInto(&now):
		g.take(&now, before.line, before.counted)
		g.replace(before.line)
	case !now.isNamed && before.isNamed:
		g.replace(line)
		return
	default:
		// it counted on while the model spoke
		if now.counted = before.counted; now.counted > 0 && now.output > before.output {
			g.take(&now, now.counted, now.counted)
		}
	}
	g.supersede(&now)
	g.messages.current = now
}

// count has a line tell its message's usage.
func (g *growing) count(m *message) {
	g.nodes.at(m.line).flags |= hasUsage
	m.counted = m.line
}

// take has a line tell its message's usage if an earlier one has told it so far.
func (g *growing) take(m *message, from, counted int32) {
	m.counted = counted
	if from == counted && counted > 0 {
		g.nodes.at(from).flags &^= hasUsage
		g.count(m)
	}
}

// final is a line that tells a part of its message for good, as it seems.
type final struct {
	line  int32
	text  uint64
	calls []uint64
	// answers are the lines with results of its calls: those of a line that is replaced answer the later one.
	answers []waiting
}

// maxFinals is how many lines of a message a later one is compared with.
const maxFinals = 64

// supersede replaces the final lines that a later final line of the message tells again: of several versions the latest
// counts.
func (g *growing) supersede(now *message) {
	if !now.isFinal || !now.isNamed || now.id == 0 {
		return
	}
	f := final{line: now.line, text: hash(now.text), calls: now.calls}
	g.messages.finals = slices.DeleteFunc(g.messages.finals, func(earlier final) bool {
		if !earlier.isToldBy(f) {
			return false
		}
		g.take(now, earlier.line, now.counted)
		g.replace(earlier.line)
		g.waiting = append(g.waiting, earlier.answers...)
		f.answers = append(f.answers, earlier.answers...)
		return true
	})
	if len(g.messages.finals) == maxFinals {
		g.messages.finals = slices.Delete(g.messages.finals, 0, 1)
	}
	g.messages.finals = append(g.messages.finals, f)
}

// answered notes the result of a call.
func (m *messages) answered(call uint64, line int32) {
	for i, f := range m.finals {
		if slices.Contains(f.calls, call) {
			m.finals[i].answers = append(f.answers, waiting{line: line, id: call, isCall: true})
		}
	}
}

// isToldBy reports whether a later line has all that the line holds. Lines that hold neither text nor calls (thinking)
// cannot be compared.
func (f final) isToldBy(later final) bool {
	for _, call := range f.calls {
		if !slices.Contains(later.calls, call) {
			return false
		}
	}
	return len(f.calls) > 0 && f.text == 0 || f.text != 0 && f.text == later.text
}

// close adds up the usage of the message that was open. Its last line tells the most: the states of a stream count
// upwards.
func (g *growing) close() {
	g.about.Input += g.messages.current.input
	g.about.Output += g.messages.current.output
	g.messages.current, g.messages.finals = message{}, nil
}

// grewInto reports whether a line is a later state of this one, the message's line before it. A CLI that writes while
// the model speaks writes a message again and again: not yet final, or without an id, and each time with more of the
// same content.
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
