package opencode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// calls writes the model's calls and the results.
type calls struct {
	out     *output
	drafts  *drafts
	answers *answers
	memory  *memory
	// children maps the calls that started sub-agents to the sub-agents' sessions.
	children map[string]child
}

// call adds a call to the answer: of OpenCode's own tool if there is an equivalent, else of the original tool. OpenCode
// sends past calls of tools that it does not have unchanged, and displays them by name.
func (s *calls) call(e *timeline.Entry) error {
	a, err := s.answers.of(e)
	if err != nil {
		return err
	}
	c := &pendingCall{answer: a, entry: e.ID, id: e.ID, input: e.Input, at: s.drafts.clock.at(e.Timestamp),
		part: a.part(nil)}
	tool, input, ok := format.FromUniversal(e.Tool, e.Input)
	if ok {
		c.tool, c.input = tool, input
	} else {
		original := cmp.Or(e.OriginalTool, string(e.Tool))
		spelled := format.ToolName(original)
		if c.tool = s.foreignTool(spelled); spelled != original && c.tool == spelled {
			c.original = original
		}
	}
	if !jsonl.Value(c.input).IsObject() {
		c.input = []byte("{}")
	}
	s.nameChild(e, c)
	a.calls = append(a.calls, c)
	a.waiting++
	s.out.report.Entries++
	s.memory.place(e, a.id)
	return nil
}

// maxToolName is the maximum length of a tool's name that model providers accept.
const maxToolName = 64

// foreignTool converts the name of a tool that OpenCode does not have to one that model providers accept.
func (s *calls) foreignTool(name string) string {
	fit := strings.Map(func(r rune) rune {
		if r < 128 && (r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '_'
	}, name)
	fit = fit[:min(len(fit), maxToolName)]
	if fit != name {
		s.out.lose("name of a tool", "model providers accept only letters, digits, - and _: other characters became _")
	}
	return fit
}

// result completes the call that a result answers.
func (s *calls) result(e *timeline.Entry) error {
	c, err := s.waiting(e)
	if err != nil {
		return err
	}
	a := c.answer
	files := attachmentsOf(e, a.draft, &s.out.report.Losses)
	at := a.end(c, s.drafts.clock.at(e.Timestamp))
	a.completed = max(a.completed, at)
	r := format.Outcome{Output: e.Output, Error: e.Error, Success: e.Success, Tool: c.original}
	c.complete(at, func(o *timeline.Object) {
		r.StateOf(o, c.tool, func(metadata *timeline.Object) { s.metadata(metadata, c) }, files)
	})
	a.waiting--
	a.answered++
	s.out.report.Entries++
	s.memory.place(e, a.id)
	return nil
}

// end returns the time at which a call ended. The order of an answer's results depends only on these times, or on the
// order of their calls for equal times.
func (a *answer) end(c *pendingCall, at int64) int64 {
	if at < a.ended || at == a.ended && c.part.id < a.newest {
		at = a.ended + 1
	}
	a.ended, a.newest = at, c.part.id
	return at
}

// waiting returns the call that a result answers. If there is none, it adds one, because OpenCode has no result without
// a call.
func (s *calls) waiting(e *timeline.Entry) (*pendingCall, error) {
	for _, a := range slices.Concat(s.answers.queue, []*answer{s.answers.open}) {
		if a == nil {
			continue
		}
		for _, c := range a.calls {
			if c.entry == e.CallID && c.part.data == nil {
				return c, nil
			}
		}
	}
	s.out.lose("call of a result", "the source has only the result: stead adds a call of a tool named unknown")
	s.out.report.Entries--
	if err := s.call(&timeline.Entry{ID: e.CallID, Type: timeline.ToolCall, OriginalTool: "unknown",
		Timestamp: e.Timestamp}); err != nil {
		return nil, err
	}
	return s.answers.open.calls[len(s.answers.open.calls)-1], nil
}

// metadata adds the details of a call that the terminal displays besides its input.
func (s *calls) metadata(o *timeline.Object, c *pendingCall) {
	in := jsonl.Value(c.input)
	switch c.tool {
	case "edit":
		path := in.Get("filePath").String()
		o.String("diff", udiff.Unified(path, path, in.Get("oldString").String(), in.Get("newString").String()))
	case format.Task:
		if child, ok := s.children[c.entry]; ok {
			o.String("parentSessionId", s.drafts.session.plan.ID)
			o.String("sessionId", child.id)
		}
	}
}
