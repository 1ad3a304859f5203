package kimicli

import (
	"encoding/json"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// witness converts the events in a wire file to entries, in order. Other entries keep the lines of the wire file, so
// these entries have no records. Their Extra says that they come from the wire file.
type witness struct{ *joiner }

func newWitness() witness { return witness{newJoiner(newIndex(), newClock())} }

// see returns the entries of a line.
func (w witness) see(s format.Seen, line int) []*timeline.Entry {
	r := record{line: line}
	switch s.Kind {
	case format.TurnBegin, format.SteerInput:
		r.role = format.RoleUser
		r.user(format.ReadContent(s.Payload.Get("user_input")))
	case format.ContentPart:
		r.part(s.Payload)
	case format.ToolCall:
		r.call(format.PeekCall(s.Payload))
	case format.ToolResult:
		r.outcome(s.Payload)
	case format.StatusUpdate:
		if usage := usageOf(s.Payload.Get("token_usage")); usage != nil {
			r.hide(timeline.Text{})
			r.entries[0].Usage = usage
		}
	}
	for i, e := range r.entries {
		native := e.ID
		e.ID, e.Timestamp = w.identify(native, line, i), format.Timestamp(s.Time)
		e.Extra = timeline.Extra{format.SeenExtra: json.RawMessage("true")}
		switch e.Type {
		case timeline.ToolCall:
			w.calls[native] = e.ID
		case timeline.ToolResult:
			w.pair(e)
		}
	}
	return r.entries
}

// part reads one part of the model's answer.
func (r *record) part(payload jsonl.Value) {
	c := format.ReadContent(jsonl.Value("[" + string(payload) + "]"))
	for _, text := range c.Texts {
		r.add(timeline.Assistant, "").Content = text
	}
	for _, thought := range c.Thinking {
		r.add(timeline.Assistant, "").Thinking = thought
	}
}

// outcome reads a result. A wire file has the CLI's own message in a separate member; a context has it as a note before
// the output.
func (r *record) outcome(payload jsonl.Value) {
	value := payload.Get("return_value")
	c := format.ReadContent(value.Get("output"))
	failed := value.Get("is_error").Bool()
	c.Texts = append(notes(value.Get("message"), failed), c.Texts...)
	o := format.ParseOutput(c)
	e := r.add(timeline.ToolResult, "")
	e.CallID, e.Attachments = payload.Get("tool_call_id").String(), c.Media
	e.Output, e.Error, e.Success = o.Output, o.Error, !failed
}

func notes(message jsonl.Value, failed bool) []timeline.Text {
	text := format.TextOf(message)
	switch {
	case failed:
		return []timeline.Text{format.FailureNote(text)}
	case text.IsEmpty():
		return nil
	}
	return []timeline.Text{format.NewNote(text)}
}
