package claude

import (
	"cmp"
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
	"stead/writers"
)

// call is a call that was written or will be.
type call struct {
	entry     string // the entry's id
	id        string // in the file
	uuid      string // of its record
	timestamp string
	name      string
	input     jsonl.Value
	answered  bool
}

// calls writes what the model called, and the results.
type calls struct {
	out      *output
	messages *messages
	project  string    // the folder of the source
	ids      entry.IDs // of the calls in the file
	// open are the calls without a result, by the entry's id; order tells which came first.
	open  map[string]*call
	order []*call
}

// call adds a call to the response.
func (s *calls) call(e *timeline.Entry) error {
	native := s.translate(e)
	native.entry, native.timestamp, native.id = e.ID, e.Timestamp, s.newID(e.ID)
	s.open[e.ID] = &native
	s.order = append(s.order, &native)
	o := timeline.NewObject(nil)
	o.String("type", "tool_use")
	o.String("id", native.id)
	o.String("name", native.name)
	o.Raw("input", native.input)
	b := blockOf(e, o.End())
	b.call = &native
	return s.messages.add(b)
}

// translate turns a universal call into one of the CLI's tools.
func (s *calls) translate(e *timeline.Entry) call {
	t, ok := claude.Translate(e.Tool, e.Input, s.project)
	if !ok {
		name := sanitize(e.OriginalTool, "tool")
		s.out.lose("drawing of tool "+name,
			"Claude Code has no such tool: the model gets the call and its result, but the screen does not show them")
		return call{name: name, input: object(e.Input)}
	}
	for _, argument := range t.Dropped {
		s.out.report.Losses.Argument(e, argument, "Claude Code's tool "+t.Name+
			" has no such argument, and would not draw the call with it")
	}
	for _, argument := range t.Near {
		s.out.report.Losses.Approximate(writers.ArgumentOf(e, argument.Argument), argument.Why)
	}
	if t.Stands != "" {
		s.out.report.Losses.Approximate("tool "+string(e.Tool), t.Stands)
	}
	return call{name: t.Name, input: t.Input}
}

// object returns an input that the API takes: it must be an object.
func object(input []byte) jsonl.Value {
	if jsonl.Value(input).IsObject() {
		return input
	}
	return jsonl.Value("{}")
}

// newID returns a call's id as the API takes it, which no other call in the file has: of two with one id the CLI takes
// the second for interrupted.
func (s *calls) newID(id string) string {
	return s.ids.Numbered(sanitize(id, "toolu"))
}

// sanitize replaces what the API does not take in ids and names.
func sanitize(name, otherwise string) string { return toolmap.Plain(cmp.Or(name, otherwise)) }

// answer writes the result of a call.
func (s *calls) answer(e *timeline.Entry) error {
	open := s.open[e.CallID]
	if open == nil {
		s.out.lose("call of a result",
			"the source has only the result; stead adds a call of unknown_tool, as Claude Code would drop it otherwise")
		if err := s.call(&timeline.Entry{
			ID: e.CallID, Timestamp: e.Timestamp, Type: timeline.ToolCall,
			Tool: timeline.Unknown, OriginalTool: "unknown_tool",
		}); err != nil {
			return err
		}
		open = s.open[e.CallID]
	}
	return s.result(open, e)
}

// result writes a result's record, which follows its call and not what stands before it.
func (s *calls) result(call *call, e *timeline.Entry) error {
	if err := s.messages.flush(); err != nil {
		return err
	}
	call.answered = true
	delete(s.open, call.entry)
	if len(s.open) == 0 {
		s.messages.open, s.order = message{}, nil
	}
	s.out.at.ended = false
	output := outputOf(e)
	content := s.out.content(output, e.Attachments)
	return s.out.record(e.ID, call.uuid, e.Timestamp, func(o *timeline.Object) {
		o.String("type", claude.TypeUser)
		o.Append("message", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("role", "user")
			m.Append("content", func(dst []byte) []byte { return resultBlock(dst, call.id, content, e.Success) })
			return m.End()
		})
		if drawn := claude.DrawResult(call.name, call.input, output, e); drawn != nil {
			o.Raw("toolUseResult", drawn)
		}
		o.String("sourceToolAssistantUUID", call.uuid)
	})
}

// settle answers the calls whose results have not come.
func (s *calls) settle() error {
	for _, call := range s.order {
		if call.answered {
			continue
		}
		s.out.lose("result of "+call.name, "the source recorded none; a note in its place says so")
		if err := s.result(call, &timeline.Entry{
			ID: call.entry + "\x00result", Timestamp: call.timestamp, Success: true,
			Output: timeline.NewText("No result of this call was recorded."),
		}); err != nil {
			return err
		}
	}
	return nil
}

// giveWay notes that the result of a call is restored.
func (s *calls) giveWay(result *timeline.Entry) {
	if call := s.open[result.CallID]; call != nil && result.Type == timeline.ToolResult {
		call.answered = true
		delete(s.open, result.CallID)
	}
}

func resultBlock(dst []byte, id string, content []byte, success bool) []byte {
	b := timeline.NewObject(append(dst, '['))
	b.String("tool_use_id", id)
	b.String("type", "tool_result")
	b.Raw("content", content)
	if !success {
		b.Bool("is_error", true)
	}
	return append(b.End(), ']')
}

// outputOf is what the model gets of a result: a failed command's exit code stands before its output.
func outputOf(e *timeline.Entry) timeline.Text {
	if e.Error.IsEmpty() || e.Success {
		return e.Output
	}
	if code, ok := strings.CutPrefix(e.Error.String(), "exit code "); ok {
		return timeline.Join([]timeline.Text{timeline.NewText("Exit code " + code), e.Output}, "\n")
	}
	return timeline.Join([]timeline.Text{e.Error, e.Output}, "\n")
}
