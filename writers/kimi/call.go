package kimi

import (
	format "stead/adapters/kimi"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
	"stead/writers"
)

// calls writes the calls of the model.
type calls struct {
	out   *output
	turns *turns
	marks *marks
	open  map[string]written // those without a result, by their entries
	ids   entry.IDs          // the native ids of all calls
}

// write writes a call: as one of the CLI's own tools where there is one that does the same, else under its own name.
// The model is not offered that tool, but takes a past call of it as it is.
func (s *calls) write(e *timeline.Entry, time int64) {
	name, arguments, near, ok := format.FromUniversal(e.Tool, e.Input)
	for _, argument := range near {
		s.out.report.Losses.Approximate(writers.ArgumentOf(e, argument.Argument), argument.Why)
	}
	if !ok {
		name, arguments = toolmap.Plain(toolmap.Called(e)), e.Input
	}
	if !jsonl.Value(arguments).IsObject() {
		arguments = []byte("{}")
	}
	id, event := s.newID(e.ID), s.out.newID("call")
	s.out.event(time, format.ToolCall, func(o *timeline.Object) {
		o.String("uuid", event)
		s.turns.turnID(o)
		o.String("stepUuid", s.turns.step.id)
		o.String("toolCallId", id)
		o.String("name", name)
		o.Raw("args", arguments)
	})
	s.open[e.ID] = written{id: id, event: event, tool: name}
	s.turns.step.hasCalls = true
	s.marks.add(e, s.out.Lines)
}

// written is a call that waits for its result.
type written struct{ id, event, tool string }

// newID returns an id for a call that no other call in the file has: of two with one id the CLI takes the second for a
// repetition.
func (s *calls) newID(id string) string {
	if id == "" {
		id = s.out.newID("call")
	}
	return s.ids.Numbered(id)
}

// take returns a call whose result has come.
func (s *calls) take(entry string) written {
	call := s.open[entry]
	delete(s.open, entry)
	return call
}
