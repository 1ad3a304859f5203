package clido

import (
	format "stead/internal/format/clido"
	"stead/internal/jsonl"
	"stead/internal/toolmap"
	"stead/timeline"
	"stead/writers"
)

// call is a call that was written or will be.
type call struct {
	entry, id, name string
	input           []byte
	// path is the file that the call is about, if it is about one.
	path string
}

// message is a response that is being put together: results must follow the whole of it.
type message struct {
	blocks [][]byte
	calls  []*call
}

// convert writes an entry that has no line of its own.
func (n *encoder) convert(e *timeline.Entry) error {
	n.report.Entries++
	if e.Usage != nil {
		n.lose("token counts", "clido's sessions have none")
	}
	if e.Type == timeline.Assistant && e.Model != "" {
		n.lose("model names", "clido's sessions name no model")
	}
	switch e.Type {
	case timeline.User:
		return n.user(e)
	case timeline.Assistant:
		n.say(e)
		return nil
	case timeline.ToolCall:
		n.call(e)
		return nil
	case timeline.ToolResult:
		return n.answer(e)
	}
	return n.system(e)
}

func (n *encoder) user(e *timeline.Entry) error {
	if err := n.flush(); err != nil {
		return err
	}
	var leading, following [][]byte
	for _, a := range e.Attachments {
		block := n.picture(a)
		switch {
		case block == nil:
		case a.Leading:
			leading = append(leading, block)
		default:
			following = append(following, block)
		}
	}
	if text := e.Told(); !text.IsEmpty() {
		leading = append(leading, block(format.TextBlock, func(o *timeline.Object) { o.Text("text", text) }))
	}
	blocks := append(leading, following...)
	if len(blocks) == 0 {
		return nil // a prompt of nothing
	}
	return n.line(format.UserMessage, func(o *timeline.Object) {
		o.String("role", "user")
		o.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, blocks) })
	})
}

// say adds what the model said to its response.
func (n *encoder) say(e *timeline.Entry) {
	for range e.Attachments {
		n.loseItem(writers.Media, 0, "attachment of the model", "clido has pictures in prompts only")
	}
	if !e.Thinking.IsEmpty() {
		n.message.blocks = append(n.message.blocks, block(format.ThinkingBlock, func(o *timeline.Object) { o.Text("thinking", e.Thinking) }))
	}
	if !e.Content.IsEmpty() {
		n.message.blocks = append(n.message.blocks, block(format.TextBlock, func(o *timeline.Object) { o.Text("text", e.Content) }))
	}
}

// call adds a call to the response.
func (n *encoder) call(e *timeline.Entry) {
	c := n.translate(e)
	c.entry, c.id = e.ID, n.uniqueID(e.ID)
	n.message.blocks = append(n.message.blocks, block(format.UseBlock, func(o *timeline.Object) {
		o.String("id", c.id)
		o.String("name", c.name)
		o.Raw("input", c.input)
	}))
	n.message.calls = append(n.message.calls, c)
	n.open[e.ID] = c
	n.order = append(n.order, c)
}

// translate turns a universal call into one of clido's tools. A tool that clido does not have stays under its own name.
func (n *encoder) translate(e *timeline.Entry) *call {
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

// uniqueID returns a call's id that no other call in the file has.
func (n *encoder) uniqueID(id string) string {
	if id == "" {
		id = "call"
	}
	return n.used.Numbered(id)
}

// flush writes the response, and the index of its calls.
func (n *encoder) flush() error {
	m := n.message
	n.message = message{}
	if len(m.blocks) == 0 {
		return nil
	}
	if err := n.line(format.AssistantMessage, func(o *timeline.Object) {
		o.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, m.blocks) })
	}); err != nil {
		return err
	}
	for _, c := range m.calls {
		if err := n.line(format.ToolCall, func(o *timeline.Object) {
			o.String("tool_use_id", c.id)
			o.String("tool_name", c.name)
			o.Raw("input", c.input)
		}); err != nil {
			return err
		}
	}
	return nil
}

// system writes what the system said. Summaries become notes of the user's, as clido has no other place for them.
func (n *encoder) system(e *timeline.Entry) error {
	if e.Content.IsBlank() {
		return nil
	}
	if e.Compaction == nil {
		n.report.Entries--
		n.loseItem(writers.Texts, e.Content.Characters(), "system message", "clido sends its own instructions to the model and none of another CLI")
		return nil
	}
	n.lose("effect of a compaction", "clido sends all of a session: both the summary and what it replaced")
	if err := n.flush(); err != nil {
		return err
	}
	if err := n.line(format.System, func(o *timeline.Object) { o.String("subtype", format.Compaction) }); err != nil {
		return err
	}
	return n.user(&timeline.Entry{Type: timeline.User, Content: e.Content})
}

func block(kind string, members func(*timeline.Object)) []byte {
	o := timeline.NewObject(nil)
	o.String("type", kind)
	members(&o)
	return o.End()
}
