package gemini

import (
	format "stead/internal/format/gemini"
	"stead/timeline"
	"stead/writers"
)

// turn is a message of the model with its calls and their results.
type turn struct {
	// entry is the answer. It is empty for calls without a word.
	entry    *timeline.Entry
	pictures []picture
	usage    *timeline.Usage
	calls    []*toolCall
}

// toolCall is a call with its result, once that has come.
type toolCall struct {
	entry     *timeline.Entry
	name      string
	arguments []byte
	agent     string
	result    *timeline.Entry
	pictures  []picture
	// drawn is its name on the terminal, where that is told by the name.
	drawn string
}

// Response takes what the model said and called at once: a message for each text, the last one with the calls. They are held until the
// results have come, which are drawn with them. The CLI makes one of neighbours when it sends them.
func (n *encoder) Response(entries []*timeline.Entry) error {
	n.flush()
	for _, e := range entries {
		if e.Type == timeline.Assistant || len(n.held) == 0 {
			n.held = append(n.held, &turn{entry: &timeline.Entry{Timestamp: e.Timestamp, Model: e.Model}, usage: e.Usage})
		}
		t := n.held[len(n.held)-1]
		if t.usage == nil {
			t.usage = e.Usage
		}
		n.report.Entries++
		if e.Type == timeline.ToolCall {
			t.calls = append(t.calls, n.translated(e))
			continue
		}
		if !e.Thinking.IsEmpty() {
			n.report.Losses.Item(writers.Thinking, e.Thinking.Characters(), "thinking before the model", "it is in the session and drawn, but Gemini CLI sends no thoughts of the past to the model")
		}
		t.pictures = n.inlined(e.Attachments)
		t.entry = e
	}
	return nil
}

// flush writes the messages that are held: the user's, or the model's and the results of their calls in the order in which they came.
func (n *encoder) flush() {
	n.flushSaid()
	if len(n.held) == 0 {
		return
	}
	var lines [][]byte
	var ids []string
	for _, t := range n.held {
		lines, ids = append(lines, n.message(t)), append(ids, t.entry.ID)
		for _, c := range t.calls {
			ids = append(ids, c.entry.ID, c.result.ID)
		}
	}
	if len(n.answered) > 0 {
		lines = append(lines, n.results(n.answered))
	}
	n.held, n.answered = nil, nil
	for _, line := range lines {
		n.out.record(line)
	}
	n.memory.add(lines, ids...)
}

// message returns the line of the model's message. What is drawn of it stands beside the content where that has calls: the CLI would draw
// those as text.
func (n *encoder) message(t *turn) []byte {
	e := t.entry
	return timeline.AppendObject(make([]byte, 0, t.size()), func(o *timeline.Object) {
		n.messageMembers(o, e.ID, e.Timestamp, format.Model)
		if len(t.calls)+len(t.pictures) == 0 {
			o.Text("content", e.Content)
		} else {
			o.Append("content", t.appendContent)
			o.Text("displayContent", orBlank(e.Content))
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

// Sizes of what stands around texts, in bytes.
const (
	messageFrame = 1 << 10
	callFrame    = drawnOutput + 1<<10
)

// size is about how long the message's line will be.
func (t *turn) size() int {
	size := messageFrame + 2*t.entry.Content.Len() + t.entry.Thinking.Len()
	for _, c := range t.calls {
		size += callFrame + 2*len(c.arguments)
	}
	return size
}

// orBlank returns what is drawn of a text: of none a blank, as the CLI would take the content in its place.
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

func (n *encoder) appendThought(dst []byte, e *timeline.Entry) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.String("subject", "")
		o.Text("description", e.Thinking)
		o.String("timestamp", n.stamp(e.Timestamp))
	})
}

// appendTokens appends what a response cost, counted as the Gemini API does: cached input is input, too, and thinking no output.
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
