package gemini

import (
	"slices"

	format "stead/internal/format/gemini"
	"stead/timeline"
)

// turn is a message of the model with its calls and their results.
type turn struct {
	// entry is the answer. It is empty for calls without a word.
	entry    *timeline.Entry
	pictures []picture
	usage    *timeline.Usage
	calls    []toolCall
}

// toolCall is a call with its result, once that has come.
type toolCall struct {
	entry     *timeline.Entry
	name      string
	arguments []byte
	agent     string
	result    *timeline.Entry
	pictures  []picture
}

// answered reports whether the message has calls, and each its result.
func (t *turn) answered() bool {
	return len(t.calls) > 0 && !slices.ContainsFunc(t.calls, func(c toolCall) bool { return c.result == nil })
}

// flush writes the message that is held, and the results of its calls.
func (n *encoder) flush() {
	t := n.held
	if t == nil {
		return
	}
	n.held = nil
	for i := range t.calls {
		if t.calls[i].result == nil {
			t.calls[i].result = n.missing(t.calls[i].entry)
		}
	}
	lines := [][]byte{n.message(t)}
	if len(t.calls) > 0 {
		lines = append(lines, n.results(t))
	}
	ids := []string{t.entry.ID}
	for _, c := range t.calls {
		ids = append(ids, c.entry.ID, c.result.ID)
	}
	for _, line := range lines {
		n.out.line(line)
	}
	n.memory.add(slices.Concat(lines[0], commaBefore(lines[1:])), ids...)
}

func commaBefore(lines [][]byte) (joined []byte) {
	for _, line := range lines {
		joined = append(append(joined, ','), line...)
	}
	return joined
}

// missing makes the result of a call that has none: the Gemini API refuses a call without one.
func (n *encoder) missing(call *timeline.Entry) *timeline.Entry {
	n.lose("result of a call", `the source has none: the model is told "no result of this call was recorded"`)
	return &timeline.Entry{
		Type: timeline.ToolResult, CallID: call.ID, Timestamp: call.Timestamp,
		Error: timeline.NewText("no result of this call was recorded"),
	}
}

// message returns the line of the model's message. What is drawn of it stands beside the content where that has calls: the CLI would draw
// those as text.
func (n *encoder) message(t *turn) []byte {
	e := t.entry
	return object(func(o *timeline.Object) {
		n.messageMembers(o, e.ID, e.Timestamp, format.Model)
		if len(t.calls)+len(t.pictures) == 0 {
			o.Text("content", e.Content)
		} else {
			o.Append("content", t.appendContent)
			o.Text("displayContent", e.Content)
		}
		if !e.Thinking.IsEmpty() {
			o.Append("thoughts", func(dst []byte) []byte { return append(n.appendThought(append(dst, '['), e), ']') })
		}
		if t.usage != nil {
			o.Append("tokens", func(dst []byte) []byte { return appendTokens(dst, *t.usage) })
		}
		o.Optional("model", e.Model)
		if len(t.calls) > 0 {
			o.Append("toolCalls", func(dst []byte) []byte { return n.appendDrawn(dst, t.calls) })
		}
	})
}

func (t *turn) appendContent(dst []byte) []byte {
	dst = append(dst, '[')
	if !t.entry.Content.IsEmpty() || len(t.pictures) > 0 {
		dst = appendParts(dst, t.entry.Content, t.pictures)
	}
	for _, c := range t.calls {
		dst = appendObject(appendComma(dst), func(o *timeline.Object) {
			o.Append("functionCall", func(dst []byte) []byte {
				return appendObject(dst, func(o *timeline.Object) {
					o.String("id", c.entry.ID)
					o.String("name", c.name)
					o.Raw("args", c.arguments)
				})
			})
		})
	}
	return append(dst, ']')
}

func (n *encoder) appendThought(dst []byte, e *timeline.Entry) []byte {
	return appendObject(dst, func(o *timeline.Object) {
		o.String("subject", "")
		o.Text("description", e.Thinking)
		o.String("timestamp", n.stamp(e.Timestamp))
	})
}

// appendTokens appends what a response cost, counted as the Gemini API does: cached input is input, too, and thinking no output.
func appendTokens(dst []byte, u timeline.Usage) []byte {
	input, output := u.Input+u.CacheRead+u.CacheWrite, max(0, u.Output-u.Reasoning)
	return appendObject(dst, func(o *timeline.Object) {
		o.Int("input", input)
		o.Int("output", output)
		o.Int("cached", u.CacheRead)
		o.Int("thoughts", u.Reasoning)
		o.Int("tool", 0)
		o.Int("total", input+output+u.Reasoning)
	})
}
