package codex

import (
	format "stead/adapters/codex"
	"stead/timeline"
	"stead/writers"
)

// maxOutput is how many bytes of one tool output Codex 0.169.0 sends to the model (gpt-5.5): 12,000 tokens. The file
// keeps the whole output.
const maxOutput = 48 << 10

// result writes a call's result: the item for the terminal, then the output for the model.
func (s *calls) result(e *timeline.Entry, timestamp string) {
	pictures := picturesOf(e.Attachments, &s.out.report.Losses)
	for i := range e.Attachments {
		if !isPicture(&e.Attachments[i]) {
			loseDocument(&s.out.report.Losses, &e.Attachments[i], "the model gets the output without it")
		}
	}
	c, ok := s.pending.take(e.CallID)
	if !ok {
		c = s.callFor(e, timestamp)
	}
	s.turns.answer(timestamp)
	r := newOutcome(e, c)
	if e.DurationMS != nil && !r.tellsDuration {
		s.out.lose(writers.Durations, "Codex has a place for it in the results of commands and of servers' tools alone")
	}
	if r.output.Len() > maxOutput {
		s.out.lose("tool output over 48 KB", "it is in the session, but Codex shortens it for the model")
	}
	if !c.restored {
		s.item(c, r, timestamp)
	}
	payload := s.out.response(timestamp, func(o *timeline.Object) { outputMembers(o, c, r.output, pictures) })
	s.memory.item(e, payload)
	s.out.report.Entries++
	if s.out.mode == format.Legacy && !e.Success && !r.told {
		s.out.lose("mark of a failed call", "the format of Codex before 0.145 has none: the output stays")
	}
}

// callFor writes a call for a result without one, because Codex drops an output without a call.
func (s *calls) callFor(e *timeline.Entry, timestamp string) pendingCall {
	s.turns.begin(timestamp)
	c := pendingCall{id: callID(e.CallID), server: s.origin(e), tool: "unknown", call: format.Call{Name: "unknown"}}
	s.out.response(timestamp, func(o *timeline.Object) { functionMembers(o, c) })
	s.out.lose("call of a result",
		"the source has only the result, which Codex would drop: stead adds a call of a tool named unknown")
	return c
}

// abandon completes the calls without a result, as Codex itself does.
func (s *calls) abandon() {
	for _, c := range s.pending {
		if c.restored {
			continue
		}
		aborted := outcome{output: timeline.NewText("aborted"), drawn: timeline.NewText("aborted"), failed: true}
		s.item(c.pendingCall, aborted, s.turns.open.time)
		s.out.response(s.turns.open.time, func(o *timeline.Object) { outputMembers(o, c.pendingCall, aborted.output, nil) })
		s.out.lose("result of a call", `the source has none: the model gets "aborted", as Codex itself would send it`)
	}
	s.pending = s.pending[:0]
}

// endTurn closes the open turn, if any, and the calls in it.
func (s *calls) endTurn() {
	if s.turns.open.id != "" {
		s.abandon()
		s.turns.complete()
	}
}

// abortTurn closes the open turn, if any, and the calls in it, as interrupted by the user.
func (s *calls) abortTurn() {
	if s.turns.open.id != "" {
		s.abandon()
		s.turns.abort()
	}
}
