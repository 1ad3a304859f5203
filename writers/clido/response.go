package clido

import (
	"slices"

	format "stead/adapters/clido"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
	"stead/writers"
)

// call is a call that was written or that will be.
type call struct {
	entry, id, name string
	input           []byte
	// path is the call's file, or empty if the call is not about a file.
	path string
}

// message is a response that is being assembled. Its results must follow all of it.
type message struct {
	blocks [][]byte
	calls  []*call
}

// responses writes the model's texts and calls, and the results.
type responses struct {
	out     *output
	message message
	// open maps the ids of entries to written calls without a result. order lists these calls in the order in which they
	// were made.
	open  map[string]*call
	order []*call
	// native maps the ids of entries to the ids in the file, for calls of restored lines without a result.
	native map[string]string
	// used are the ids of the calls in the file.
	used entry.IDs
}

// say adds the model's text and thinking to its response.
func (r *responses) say(e *timeline.Entry) {
	for range e.Attachments {
		r.out.report.Losses.Item(writers.Media, 0, "attachment of the model", "clido has pictures in prompts only")
	}
	if !e.Thinking.IsEmpty() {
		r.message.blocks = append(r.message.blocks, block(format.ThinkingBlock,
			func(o *timeline.Object) { o.Text("thinking", e.Thinking) }))
	}
	if !e.Content.IsEmpty() {
		r.message.blocks = append(r.message.blocks, block(format.TextBlock,
			func(o *timeline.Object) { o.Text("text", e.Content) }))
	}
}

// flush writes the response, and the index of its calls.
func (r *responses) flush() error {
	m := r.message
	r.message = message{}
	if len(m.blocks) == 0 {
		return nil
	}
	if err := r.out.line(format.AssistantMessage, func(o *timeline.Object) {
		o.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, m.blocks) })
	}); err != nil {
		return err
	}
	for _, c := range m.calls {
		if err := r.out.line(format.ToolCall, func(o *timeline.Object) {
			o.String("tool_use_id", c.id)
			o.String("tool_name", c.name)
			o.Raw("input", c.input)
		}); err != nil {
			return err
		}
	}
	return nil
}

// call adds a call to the response.
func (r *responses) call(e *timeline.Entry) {
	c := translate(e)
	c.entry, c.id = e.ID, r.uniqueID(e.ID)
	r.message.blocks = append(r.message.blocks, block(format.UseBlock, func(o *timeline.Object) {
		o.String("id", c.id)
		o.String("name", c.name)
		o.Raw("input", c.input)
	}))
	r.message.calls = append(r.message.calls, c)
	r.open[e.ID] = c
	r.order = append(r.order, c)
}

// uniqueID returns a call's id that no other call in the file has.
func (r *responses) uniqueID(id string) string {
	if id == "" {
		id = "call"
	}
	return r.used.Numbered(id)
}

// answer writes the result of a call.
func (r *responses) answer(e *timeline.Entry) error {
	c := r.open[e.CallID]
	if id, waits := r.native[e.CallID]; waits {
		delete(r.native, e.CallID)
		c = &call{entry: e.CallID, id: id}
	}
	if c == nil {
		r.out.lose("call of a result",
			"the source has only the result; stead adds a call of unknown_tool, as a result must have one")
		r.call(&timeline.Entry{ID: e.CallID, Type: timeline.ToolCall, Tool: timeline.Unknown, OriginalTool: "unknown_tool"})
		c = r.open[e.CallID]
	}
	for range e.Attachments {
		r.out.report.Losses.Item(writers.Media, 0, "picture in a result", "clido's results are text")
	}
	return r.result(c, outputOf(e), !e.Success, file(c, e, r.out.plan.Dir))
}

// outputOf returns the text that the model gets of a result: the reason of a failure precedes the output.
func outputOf(e *timeline.Entry) timeline.Text {
	if e.Success || e.Error.IsEmpty() || e.Output.Equal(e.Error) {
		return e.Output
	}
	return timeline.Join([]timeline.Text{e.Error, e.Output}, "\n")
}

func (r *responses) result(c *call, output timeline.Text, failed bool, file timeline.Extra) error {
	if err := r.flush(); err != nil {
		return err
	}
	delete(r.open, c.entry)
	if len(r.open) == 0 {
		r.order = nil
	}
	return r.out.line(format.ToolResult, func(o *timeline.Object) {
		o.String("tool_use_id", c.id)
		o.Text("content", output)
		o.Bool("is_error", failed)
		for _, member := range format.FileMembers {
			if value := file[member]; value != nil {
				o.Raw(member, value)
			}
		}
	})
}

// settle answers the calls without a result in the way of the CLI's own loader.
func (r *responses) settle() error {
	for _, c := range slices.Clone(r.order) {
		if r.open[c.entry] != c {
			continue
		}
		r.out.lose("result of "+c.name, "the source recorded none; a note in its place says so, as clido would do it")
		if err := r.result(c, timeline.NewText(format.Interrupted), true, nil); err != nil {
			return err
		}
	}
	return nil
}

// translate converts a universal call to one of clido's tools. A tool that clido does not have keeps its own name.
func translate(e *timeline.Entry) *call {
	name, input, ok := format.FromUniversal(e.Tool, e.Input)
	if !ok {
		name, input = toolmap.Name(e), e.Input
	}
	if !jsonl.Value(input).IsObject() {
		input = []byte("{}")
	}
	c := &call{name: name, input: input}
	switch e.Tool {
	case timeline.Read, timeline.Write, timeline.Edit:
		c.path = jsonl.Value(e.Input).Get("path").String()
	}
	return c
}
