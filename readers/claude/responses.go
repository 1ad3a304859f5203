package claude

import (
	"bytes"
	"slices"

	"stead/internal/jsonl"
)

// message is the message of the last response: its records follow each other, but for results between them.
type message struct {
	id            uint64
	line          int32 // of its last record
	hasUUID       bool
	isFinal       bool
	text          jsonl.Value
	calls         []uint64
	input, output int64
}

// join adds a response to its message.
func (g *growing) join(line int32, m *mark) {
	first := g.firstOf(m.message, line)
	g.nodes.at(line).owner = first
	if m.message == 0 || m.message != g.current.id {
		g.close()
		if first == line {
			g.nodes.at(line).flags |= carriesUsage
		} else {
			m.input, m.output = 0, 0 // counted when the message was open
		}
	} else if g.grew(m) {
		g.nodes.at(line).flags |= g.nodes.at(g.current.line).flags & carriesUsage
		g.replace(g.current.line)
	} else if m.uuid == 0 && g.current.hasUUID {
		g.replace(line)
		return
	}
	g.current = message{
		id: m.message, line: line, hasUUID: m.uuid != 0, isFinal: m.isFinal,
		text: m.text, calls: m.calls, input: m.input, output: m.output,
	}
}

// maxMessages is how many messages are told apart from those of longer ago.
const maxMessages = 1 << 12

// firstOf returns the first line of a message, which is the given one when it is new.
func (g *growing) firstOf(message uint64, line int32) int32 {
	if message == 0 {
		return line
	}
	for _, known := range []map[uint64]int32{g.messages, g.earlier} {
		if first, ok := known[message]; ok {
			return first
		}
	}
	if len(g.messages) == maxMessages {
		g.earlier, g.messages = g.messages, map[uint64]int32{}
	}
	g.messages[message] = line
	return line
}

// close adds up the usage of the message that was open. Its last record tells the most: a stream's chunks count upwards.
func (g *growing) close() {
	g.input += g.current.input
	g.output += g.current.output
	g.current = message{}
}

// grew reports whether a response is a later state of the one before it. Older versions wrote a message again and again
// while it streamed: without a reason for its stop, or without a uuid, and each time with more of the same content.
func (g *growing) grew(m *mark) bool {
	before := &g.current
	if before.isFinal && before.hasUUID {
		return false
	}
	switch {
	case !before.hasUUID && m.uuid != 0:
		return true
	case len(before.calls) > 0:
		return slices.Contains(m.calls, before.calls[0])
	case before.text == nil:
		return false
	}
	return bytes.HasPrefix(m.text, before.text[:max(0, len(before.text)-1)])
}
