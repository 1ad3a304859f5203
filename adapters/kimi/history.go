package kimi

import "slices"

// History is the model's context as the CLI builds it from a wire file's records: it maps messages to lines. Only this
// shows what an undo and a compaction affect, because the user undoes a number of turns, and a compaction gives the
// number of messages that stay. The zero value is an empty context.
type History struct {
	messages []message
	// The current step. Messages wait until its calls are answered.
	step     string
	line     int32
	isOpen   bool
	hasCalls bool
	isBlank  bool
	pending  []string
	deferred []message
	// thought is the line of the previous part if that part is thinking, and otherwise 0.
	thought int
	// undoLine is a line that repeats, for older versions, the switch before it.
	undoLine int
}

type message struct {
	line int32
	kind messageKind
}

// Effect is what a change means for earlier lines.
type Effect struct {
	// From and To delimit the lines that left the conversation; To is exclusive. Both are 0 if no line left.
	From, To int
	// Kept are the lines whose messages a compaction keeps.
	Kept []int
	// Failed is a step that ended with an error before it called a tool. The next attempt repeats its content.
	Failed string
	// Thought is the line with the thinking that precedes the content of the changed line.
	Thought int
}

// Len returns the number of messages in the context.
func (h *History) Len() int { return len(h.messages) }

// Has reports whether a message that begins in a line is in the context.
func (h *History) Has(line int) bool {
	return slices.ContainsFunc(h.messages, func(m message) bool { return int(m.line) == line })
}

// Before returns the number of messages before the one that the line belongs to.
func (h *History) Before(line int) int {
	for i, m := range slices.Backward(h.messages) {
		if int(m.line) <= line {
			return i
		}
	}
	return 0
}

// Apply applies the next change.
func (h *History) Apply(c Change) Effect {
	switch c.kind {
	case appended:
		h.append(message{int32(c.Line), c.message})
	case cleared:
		*h = History{undoLine: h.undoLine}
		return Effect{From: 1, To: c.Line}
	case compacted:
		return Effect{Kept: h.compact(c)}
	case switched:
		h.undoLine = c.count
		return h.goBack(c.base+1, c.Line)
	case undone:
		if c.Line == h.undoLine {
			return Effect{}
		}
		return h.undo(c)
	default:
		return h.loop(c)
	}
	return Effect{}
}

func (h *History) append(m message) {
	if len(h.pending) > 0 {
		h.deferred = append(h.deferred, m)
		return
	}
	h.messages = append(h.messages, m)
}

func (h *History) loop(c Change) Effect {
	if c.kind != partAdded {
		h.thought = 0
	}
	switch c.kind {
	case stepBegan:
		h.settle(c.Line)
		h.messages = append(h.messages, message{line: int32(c.Line)})
		h.step, h.line, h.isOpen, h.hasCalls, h.isBlank = c.id, int32(c.Line), true, false, true
	case partAdded:
		h.isBlank = h.isBlank && (c.isBlank || c.id != h.step)
		return h.part(c)
	case callMade:
		if h.isOpen {
			h.hasCalls, h.pending = true, append(h.pending, c.id)
		}
	case callAnswered:
		h.answer(c)
	case stepEnded:
		if c.isFailure && c.id == h.step && !h.hasCalls {
			return Effect{Failed: c.id}
		}
		if !c.isOpen {
			h.settle(c.Line)
		}
	}
	return Effect{}
}

// part links an answer to the thinking immediately before it.
func (h *History) part(c Change) (e Effect) {
	if c.isThought {
		h.thought = c.Line
		return e
	}
	e.Thought, h.thought = h.thought, 0
	return e
}

func (h *History) answer(c Change) {
	at := slices.Index(h.pending, c.id)
	if at < 0 {
		return
	}
	h.pending = slices.Delete(h.pending, at, at+1)
	h.messages = append(h.messages, message{line: int32(c.Line)})
	h.flush()
}

// flush appends the messages that waited for results once all results are there.
func (h *History) flush() {
	if len(h.pending) == 0 {
		h.messages, h.deferred = append(h.messages, h.deferred...), nil
	}
}

// settle ends the open step: the CLI itself answers open calls, and drops a step without content.
func (h *History) settle(line int) {
	if !h.isOpen {
		return
	}
	if !h.hasCalls && h.isBlank {
		h.messages = slices.DeleteFunc(h.messages, func(m message) bool { return m.line == h.line })
	}
	for range h.pending {
		h.messages = append(h.messages, message{line: int32(line)})
	}
	h.isOpen, h.pending = false, nil
	h.flush()
}

// compact replaces the context, and returns the lines of the messages that stay.
func (h *History) compact(c Change) []int {
	var kept []message
	summary := message{int32(c.Line), summaryMessage}
	if c.isTail {
		kept = h.messages[min(max(c.count, 0), len(h.messages)):]
		h.reset(slices.Concat([]message{summary}, kept))
	} else {
		kept = h.prompts(c.count, c.heads)
		after := append(slices.Clone(kept), summary, message{int32(c.Line), injectedMessage})
		if c.heads > 0 { // a note tells the model that prompts are missing between the first and the last ones
			after = slices.Insert(after, min(c.heads, len(kept)), message{int32(c.Line), injectedMessage})
		}
		h.reset(after)
	}
	lines := make([]int, len(kept))
	for i, m := range kept {
		lines[i] = int(m.line)
	}
	return slices.Compact(lines)
}

// prompts returns count of the user's messages: the first heads of them, and the newest for the rest.
func (h *History) prompts(count, heads int) []message {
	var all []message
	for _, m := range h.messages {
		if m.kind == promptMessage {
			all = append(all, m)
		}
	}
	if count < 0 || count >= len(all) {
		return all
	}
	heads = min(max(heads, 0), count)
	return slices.Concat(all[:heads], all[len(all)-(count-heads):])
}

func (h *History) reset(messages []message) { *h = History{messages: messages, undoLine: h.undoLine} }

// goBack removes the messages from a line onward from the context.
func (h *History) goBack(from, to int) Effect {
	kept := slices.DeleteFunc(h.messages, func(m message) bool { return int(m.line) >= from })
	h.reset(kept)
	return Effect{From: max(from, 1), To: to}
}

// undo removes turns by their number, as versions without switches did. It removes nothing if the number exceeds the
// turns, or reaches a turn before a compaction.
func (h *History) undo(c Change) Effect {
	left := c.count
	for i := len(h.messages) - 1; i >= 0 && left > 0; i-- {
		m := h.messages[i]
		if m.kind == summaryMessage {
			break
		}
		if m.kind == promptMessage {
			if left--; left == 0 {
				h.reset(h.messages[:i])
				return Effect{From: int(m.line), To: c.Line}
			}
		}
	}
	return Effect{}
}
