package claude

import (
	"cmp"
	"strings"

	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/internal/toolmap"
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

// call adds a call to the response.
func (c *converter) call(e *timeline.Entry) error {
	native := c.translate(e)
	native.entry, native.timestamp, native.id = e.ID, e.Timestamp, c.newID(e.ID)
	c.open[e.ID] = &native
	c.order = append(c.order, &native)
	o := timeline.NewObject(nil)
	o.String("type", "tool_use")
	o.String("id", native.id)
	o.String("name", native.name)
	o.Raw("input", native.input)
	b := blockOf(e, o.End())
	b.call = &native
	return c.add(b)
}

// translate turns a universal call into one of the CLI's tools.
func (c *converter) translate(e *timeline.Entry) call {
	t, ok := claude.Translate(e.Tool, e.Input, c.stream.Header.Project.Path)
	if !ok {
		name := sanitize(e.OriginalTool, "tool")
		c.lose("drawing of tool "+name, "Claude Code has no such tool: the model gets the call and its result, but the screen does not show them")
		return call{name: name, input: object(e.Input)}
	}
	for _, argument := range t.Dropped {
		c.report.Losses.Argument(e, argument, "Claude Code's tool "+t.Name+" has no such argument, and would not draw the call with it")
	}
	for _, argument := range t.Near {
		c.report.Losses.Approximate(writers.ArgumentOf(e, argument.Argument), argument.Why)
	}
	if t.Stands != "" {
		c.report.Losses.Approximate("tool "+string(e.Tool), t.Stands)
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

// newID returns a call's id as the API takes it, which no other call in the file has: of two with one id the CLI takes the second for
// interrupted.
func (c *converter) newID(id string) string {
	return c.calls.Numbered(sanitize(id, "toolu"))
}

// sanitize replaces what the API does not take in ids and names.
func sanitize(name, otherwise string) string { return toolmap.Plain(cmp.Or(name, otherwise)) }

// answer writes the result of a call.
func (c *converter) answer(e *timeline.Entry) error {
	open := c.open[e.CallID]
	if open == nil {
		c.lose("call of a result", "the source has only the result; stead adds a call of unknown_tool, as Claude Code would drop it otherwise")
		if err := c.call(&timeline.Entry{
			ID: e.CallID, Timestamp: e.Timestamp, Type: timeline.ToolCall,
			Tool: timeline.Unknown, OriginalTool: "unknown_tool",
		}); err != nil {
			return err
		}
		open = c.open[e.CallID]
	}
	if err := c.result(open, e); err != nil {
		return err
	}
	return c.resume()
}

// result writes a result's record, which follows its call and not what stands before it.
func (c *converter) result(call *call, e *timeline.Entry) error {
	if err := c.flush(); err != nil {
		return err
	}
	call.answered = true
	delete(c.open, call.entry)
	if len(c.open) == 0 {
		c.message, c.order = message{}, nil
	}
	c.ended = false
	output := outputOf(e)
	content := c.content(output, e.Attachments)
	return c.record(e.ID, call.uuid, e.Timestamp, func(o *timeline.Object) {
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
