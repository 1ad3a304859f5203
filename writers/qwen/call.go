package qwen

import (
	"fmt"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// call is a call in its written form.
type call struct{ id, name string }

// calls tracks the calls of a file.
type calls struct {
	out *output
	// ids maps the calls' entries to the written calls. taken counts how often each id was requested.
	ids   map[string]call
	taken map[string]int
}

// part returns the part of a call.
func (s *calls) part(entry *timeline.Entry) []byte {
	name, arguments := translate(entry)
	c := call{id: s.newID(entry.ID), name: name}
	s.ids[entry.ID] = c
	return appendCall(c, arguments)
}

func appendCall(c call, arguments []byte) []byte {
	o := timeline.NewObject(nil)
	o.Append("functionCall", func(dst []byte) []byte {
		f := timeline.NewObject(dst)
		f.String("id", c.id)
		f.String("name", c.name)
		f.Raw("args", arguments)
		return f.End()
	})
	return o.End()
}

// translate converts a universal call to one of the CLI's tools. Any other call stays unchanged: the CLI displays and
// sends it as is.
func translate(entry *timeline.Entry) (name string, arguments []byte) {
	name, arguments, ok := qwen.FromUniversal(entry.Tool, entry.Input)
	if !ok {
		return toolmap.Name(entry), object(entry.Input)
	}
	return name, arguments
}

// object returns arguments that the API accepts, which must be an object.
func object(input []byte) []byte {
	if jsonl.Value(input).IsObject() {
		return input
	}
	return []byte("{}")
}

// newID returns an id that no other call in the file has: of two calls with one id, the CLI sends only the first.
func (s *calls) newID(id string) string {
	s.taken[id]++
	if n := s.taken[id]; n > 1 {
		return s.newID(fmt.Sprintf("%s-%d", id, n))
	}
	return id
}

// resultPart returns the part of a result. The model gets the output if there is one, and otherwise the error.
func (s *calls) resultPart(call, result *timeline.Entry) []byte {
	leading, following := inlineParts(result.Attachments, &s.out.report.Losses)
	c := s.ids[call.ID]
	o := timeline.NewObject(nil)
	o.Append("functionResponse", func(dst []byte) []byte {
		f := timeline.NewObject(dst)
		f.String("id", c.id)
		f.String("name", c.name)
		f.Append("response", func(dst []byte) []byte { return appendResponse(dst, result) })
		if parts := append(leading, following...); len(parts) > 0 {
			f.Append("parts", func(dst []byte) []byte { return timeline.AppendArray(dst, parts) })
		}
		return f.End()
	})
	return o.End()
}

func appendResponse(dst []byte, result *timeline.Entry) []byte {
	o := timeline.NewObject(dst)
	switch {
	case result.Success:
		o.Text("output", result.Output)
	case result.Error.IsEmpty():
		o.Text("error", result.Output)
	default:
		o.Text("output", outputOf(result))
		o.Text("error", result.Error)
	}
	return o.End()
}

// outputOf returns the text that the model gets of a result: the error precedes the output.
func outputOf(result *timeline.Entry) timeline.Text {
	if result.Success {
		return result.Output
	}
	return timeline.Join([]timeline.Text{result.Error, result.Output}, "\n")
}
