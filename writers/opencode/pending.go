package opencode

import (
	"strings"

	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// pendingCall is a call whose part is written when its result arrives.
type pendingCall struct {
	*answer
	entry, id string
	tool      string
	original  string // the universal name, if OpenCode spells it differently
	input     []byte
	at        int64
	part      *part
}

// complete writes the part of a call. Outcome adds the end of its state.
func (c *pendingCall) complete(end int64, outcome func(*timeline.Object)) {
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

// title returns the text that the terminal displays next to the name of a tool.
func title(c *pendingCall) string {
	in := jsonl.Value(c.input)
	for _, name := range []string{"description", "filePath", "command", "pattern", "path", "url", "query"} {
		if text := format.TextOf(in.Get(name)); !text.IsEmpty() {
			line, _, isLine := strings.Cut(text.Head(titleLength), "\n")
			if !isLine && text.Len() > titleLength {
				line = wholeWords(line)
			}
			return line
		}
	}
	return ""
}
