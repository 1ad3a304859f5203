package gemini

import (
	format "stead/adapters/gemini"
	"stead/timeline"
)

// turn is a message of the model with its calls and their results.
type turn struct {
	// entry is the answer. It is empty for calls without a text.
	entry    *timeline.Entry
	pictures []picture
	usage    *timeline.Usage
	calls    []*toolCall
}

// toolCall is a call, with its result once that has arrived.
type toolCall struct {
	entry     *timeline.Entry
	name      string
	arguments []byte
	agent     string
	result    *timeline.Entry
	pictures  []picture
	// drawn is its name on the terminal, if that differs from the default.
	drawn string
}

// line returns the line of the model's message. If the content has calls, the text for display is in a separate member,
// because the CLI would display the calls as text.
func (t *turn) line(out *output) []byte {
	e := t.entry
	return timeline.AppendObject(make([]byte, 0, t.size()), func(o *timeline.Object) {
		out.messageMembers(o, e.ID, e.Timestamp, format.Model)
		if len(t.calls)+len(t.pictures) == 0 {
			o.Text("content", e.Content)
		} else {
			o.Append("content", t.appendContent)
			o.Text("displayContent", orBlank(e.Content))
		}
		if !e.Thinking.IsEmpty() {
			o.Append("thoughts", func(dst []byte) []byte { return append(appendThought(append(dst, '['), e, out), ']') })
		}
		if t.usage != nil {
			o.Append("tokens", func(dst []byte) []byte { return appendTokens(dst, *t.usage) })
		}
		o.Optional("model", e.Model)
		if len(t.calls) > 0 {
			o.Append("toolCalls", func(dst []byte) []byte { return appendDrawn(dst, t.calls, out) })
		}
	})
}

// Estimates of the sizes in bytes of everything around the texts.
const (
	messageFrame = 1 << 10
	callFrame    = drawnOutput + 1<<10
)

// size estimates the length of the message's line.
func (t *turn) size() int {
	size := messageFrame + 2*t.entry.Content.Len() + t.entry.Thinking.Len()
	for _, c := range t.calls {
		size += callFrame + 2*len(c.arguments)
	}
	return size
}

// orBlank returns the text to display. For an empty text it is a blank, because otherwise the CLI would display the
// content.
func orBlank(text timeline.Text) timeline.Text {
	if text.IsEmpty() {
		return timeline.NewText(" ")
	}
	return text
}

func (t *turn) appendContent(dst []byte) []byte {
	dst = append(dst, '[')
	if !t.entry.Content.IsEmpty() || len(t.pictures) > 0 {
		dst = appendAll(dst, parts(t.entry.Content, t.pictures))
	}
	for _, c := range t.calls {
		dst = timeline.AppendObject(appendComma(dst), func(o *timeline.Object) {
			o.Append("functionCall", func(dst []byte) []byte {
				return timeline.AppendObject(dst, func(o *timeline.Object) {
					o.String("id", c.entry.ID)
					o.String("name", c.name)
					o.Raw("args", c.arguments)
				})
			})
		})
	}
	return append(dst, ']')
}

func appendThought(dst []byte, e *timeline.Entry, out *output) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.String("subject", "")
		o.Text("description", e.Thinking)
		o.String("timestamp", out.plan.Stamp(e.Timestamp))
	})
}

// appendTokens appends the token usage of a response, counted as in the Gemini API: cached input counts as input, too,
// and thinking does not count as output.
func appendTokens(dst []byte, u timeline.Usage) []byte {
	input, output := u.Input+u.CacheRead+u.CacheWrite, max(0, u.Output-u.Reasoning)
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.Int("input", input)
		o.Int("output", output)
		o.Int("cached", u.CacheRead)
		o.Int("thoughts", u.Reasoning)
		o.Int("tool", 0)
		o.Int("total", input+output+u.Reasoning)
	})
}
