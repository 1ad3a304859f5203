package kimi

import (
	format "stead/adapters/kimi"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
	"stead/writers"
)

// calls writes the model's calls.
type calls struct {
	out   *output
	turns *turns
	marks *marks
	open  map[string]written // calls without a result, by their entries
	ids   entry.IDs          // the native ids of all calls
}

// write writes a call: as one of the CLI's own tools if there is an equivalent, else under its own name. The CLI does
// not offer that tool to the model, but accepts a past call of it unchanged.
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

// newID returns an id that no other call in the file has: of two calls with one id, the CLI treats the second as a
// repetition.
func (s *calls) newID(id string) string {
	if id == "" {
		id = s.out.newID("call")
	}
	return s.ids.Numbered(id)
}

// take returns the call of a result that has arrived, and removes it from the open calls.
func (s *calls) take(entry string) written {
	call := s.open[entry]
	delete(s.open, entry)
	return call
}
