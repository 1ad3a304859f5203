package opencode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	format "stead/internal/format/opencode"
	"stead/internal/jsonl"
	"stead/timeline"
)

// pendingCall is a call whose part is written when its result comes.
type pendingCall struct {
	*answer
	entry, id string
	tool      string
	original  string // the universal name, where OpenCode spells it otherwise
	input     []byte
	at        int64
	part      *part
}

// call adds a call to the answer: of OpenCode's own tool where there is one that does the same, else of the tool that it was.
// OpenCode sends past calls of tools that it does not have as they are, and draws them by name.
func (n *encoder) call(e *timeline.Entry) error {
	a, err := n.answer(e)
	if err != nil {
		return err
	}
	c := &pendingCall{answer: a, entry: e.ID, id: e.ID, input: e.Input, at: n.clock.at(e.Timestamp), part: a.part(nil)}
	tool, input, ok := format.FromUniversal(e.Tool, e.Input)
	if ok {
		c.tool, c.input = tool, input
	} else {
		original := cmp.Or(e.OriginalTool, string(e.Tool))
		spelled := format.ToolName(original)
		if c.tool = n.foreignTool(spelled); spelled != original && c.tool == spelled {
			c.original = original
		}
	}
	if !jsonl.Value(c.input).IsObject() {
		c.input = []byte("{}")
	}
	n.nameChild(e, c)
	a.calls = append(a.calls, c)
	a.waiting++
	n.report.Entries++
	n.place(e, a.id)
	return nil
}

// maxToolName is the longest name of a tool that model providers take.
const maxToolName = 64

// foreignTool returns the name of a tool that OpenCode does not have, fit for a model provider.
func (n *encoder) foreignTool(name string) string {
	fit := strings.Map(func(r rune) rune {
		if r < 128 && (r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '_'
	}, name)
	fit = fit[:min(len(fit), maxToolName)]
	if fit != name {
		n.lose("name of a tool", "model providers accept only letters, digits, - and _: other characters became _")
	}
	return fit
}

// result completes the call that it answers.
func (n *encoder) result(e *timeline.Entry) error {
	c, err := n.waiting(e)
	if err != nil {
		return err
	}
	a := c.answer
	files := n.attachments(e, a.draft)
	at := a.end(c, n.clock.at(e.Timestamp))
	a.completed = max(a.completed, at)
	r := format.Outcome{Output: e.Output, Error: e.Error, Success: e.Success, Tool: c.original}
	n.complete(c, at, func(o *timeline.Object) {
		r.StateOf(o, c.tool, func(metadata *timeline.Object) { n.metadata(metadata, c) }, files)
	})
	a.waiting--
	a.answered++
	n.report.Entries++
	n.place(e, a.id)
	if len(n.held) > 0 && !n.waits() {
		return n.tellHeld()
	}
	return nil
}

// end returns when a call ended. The results of an answer have no other order than these times, unless it is that of their calls.
func (a *answer) end(c *pendingCall, at int64) int64 {
	if at < a.ended || at == a.ended && c.part.id < a.newest {
		at = a.ended + 1
	}
	a.ended, a.newest = at, c.part.id
	return at
}

// waiting returns the call that a result answers. OpenCode has no result without one.
func (n *encoder) waiting(e *timeline.Entry) (*pendingCall, error) {
	for _, a := range slices.Concat(n.queue, []*answer{n.open}) {
		if a == nil {
			continue
		}
		for _, c := range a.calls {
			if c.entry == e.CallID && c.part.data == nil {
				return c, nil
			}
		}
	}
	n.lose("call of a result", "the source has only the result: stead adds a call of a tool named unknown")
	n.report.Entries--
	if err := n.call(&timeline.Entry{ID: e.CallID, Type: timeline.ToolCall, OriginalTool: "unknown", Timestamp: e.Timestamp}); err != nil {
		return nil, err
	}
	return n.open.calls[len(n.open.calls)-1], nil
}

// complete writes the part of a call. Outcome adds the end of its state.
func (n *encoder) complete(c *pendingCall, end int64, outcome func(*timeline.Object)) {
	o := timeline.NewObject(nil)
	o.String("type", "tool")
	o.String("callID", c.id)
	o.String("tool", c.tool)
	o.Append("state", func(dst []byte) []byte {
		state := timeline.NewObject(dst)
		state.Raw("input", c.input)
		outcome(&state)
		state.String("title", title(c))
		state.Append("time", func(dst []byte) []byte { return appendTimes(dst, "start", c.at, "end", max(end, c.at)) })
		return state.End()
	})
	c.part.data = o.End()
}

// abandon completes a call that has no result.
func (n *encoder) abandon(a *answer, c *pendingCall) {
	n.lose("result of a call", `the source has none: the model gets "`+format.Interrupted+`", as OpenCode itself would send it`)
	n.complete(c, a.completed, func(o *timeline.Object) { format.MissingState(o, c.original) })
}

// title is what the terminal draws beside the name of a tool.
func title(c *pendingCall) string {
	in := jsonl.Value(c.input)
	for _, name := range []string{"description", "filePath", "command", "pattern", "path", "url", "query"} {
		if text := format.TextOf(in.Get(name)); !text.IsEmpty() {
			line, _, _ := strings.Cut(text.Head(titleLength), "\n")
			return line
		}
	}
	return ""
}

// metadata adds what the terminal draws of a call beside its input.
func (n *encoder) metadata(o *timeline.Object, c *pendingCall) {
	in := jsonl.Value(c.input)
	switch c.tool {
	case "edit":
		path := in.Get("filePath").String()
		o.String("diff", udiff.Unified(path, path, in.Get("oldString").String(), in.Get("newString").String()))
	case format.Task:
		if child, ok := n.children[c.entry]; ok {
			o.String("parentSessionId", n.plan.ID)
			o.String("sessionId", child.id)
		}
	}
}
