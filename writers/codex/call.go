package codex

import (
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// calls writes the model's calls and their results.
type calls struct {
	out     *output
	turns   *turns
	memory  *memory
	folder  folder
	source  string // the CLI that the session comes from
	pending pendingCalls
}

// call writes a call: as one of the CLI's own tools if one does the same, and otherwise as the original function with
// its universal arguments. The model is not offered that function, but accepts a past call of it.
func (s *calls) call(e *timeline.Entry, timestamp string) {
	s.turns.answer(timestamp)
	s.out.report.Entries++
	if e.OriginalTool == format.WebSearch {
		s.webSearch(e, timestamp)
		return
	}
	c := pendingCall{id: callID(e.ID), input: e.Input}
	c.call, c.own = format.FromUniversal(e.Tool, e.Input)
	for _, argument := range c.call.Dropped {
		s.out.report.Losses.Argument(e, argument, "Codex's tool "+c.call.Name+" has no such argument")
	}
	if !c.own {
		c.setForeign(s.origin(e), toolmap.Called(e), s.out.mode)
	}
	var payload []byte
	if c.call.Name == format.ApplyPatch {
		payload = s.out.response(timestamp, func(o *timeline.Object) { patchMembers(o, c) })
	} else {
		payload = s.out.response(timestamp, func(o *timeline.Object) { functionMembers(o, c) })
	}
	s.memory.item(e, payload)
	s.pending.add(e.ID, c)
}

// webSearch writes one of Codex's own web searches, which has no output.
func (s *calls) webSearch(e *timeline.Entry, timestamp string) {
	id := callID(e.ID)
	action := func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.String("type", "search")
			for name, value := range jsonl.Members(e.Input) {
				if string(name) != "type" {
					o.Raw(string(name), value)
				}
			}
		})
	}
	s.out.response(timestamp, func(o *timeline.Object) {
		o.String("type", "web_search_call")
		o.String("id", id)
		o.String("status", "completed")
		o.Append("action", action)
	})
	s.turns.item(timestamp, "WebSearch", id, func(o *timeline.Object) {
		o.String("query", jsonl.Value(e.Input).Get("query").String())
		o.Append("action", action)
	})
}

// origin returns the CLI that made the call. The terminal shows the call under that name.
func (s *calls) origin(e *timeline.Entry) string {
	if e.Native != nil && e.Native.CLI != "" {
		return e.Native.CLI
	}
	return s.source
}

// follow remembers a restored call, so that a converted result finds it.
func (s *calls) follow(e *timeline.Entry) {
	switch {
	case e.Type == timeline.ToolCall && e.OriginalTool != format.WebSearch:
		c := pendingCall{id: e.ID, restored: true, own: true}
		if e.OriginalTool == format.ApplyPatch {
			c.call.Name = format.ApplyPatch
		}
		s.pending.add(e.ID, c)
	case e.Type == timeline.ToolResult:
		s.pending.take(e.CallID)
	}
}
