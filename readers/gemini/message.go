package gemini

import (
	"fmt"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// message is the content of a message, independent of earlier messages.
type message struct {
	id, role, timestamp string
	// says are the pieces that become entries. display is the text that the terminal shows for them.
	says     []saying
	display  timeline.Text
	thinking timeline.Text
	// harness is content that the CLI generates for its own model, or only displays. preamble reports that it is the
	// session context.
	harness  timeline.Text
	preamble bool
	calls    []call
	results  []result
	model    string
	usage    *timeline.Usage
	// unknown is the content that stead does not know.
	unknown []unknown
}

// call is a tool call in a message. Its field drawn is its name on the terminal.
type call struct {
	id, name, drawn string

	args jsonl.Value
	key  uint64
	// agent is the session of the sub-agent that the call started.
	agent string
	// hasID is false if the id is invented because the call has none.
	hasID bool
}

// written reports whether the message holds any text or attachment.
func (m *message) written() bool { return len(m.says) > 0 }

// talks reports whether the message is the user's or the model's.
func (m *message) talks() bool { return m.role == format.User || m.role == format.Model }

func parseMessage(value jsonl.Value) message {
	var content, toolCalls, thoughts jsonl.Value
	m := message{}
	// in one pass, because a search for an absent member reads all bodies
	for key, value := range jsonl.Members(value) {
		switch string(key) {
		case "id":
			m.id = value.String()
		case "type":
			m.role = value.String()
		case "timestamp":
			m.timestamp = value.String()
		case "content":
			content = value
		case "displayContent":
			m.display = displayed(value)
		case "thoughts":
			thoughts = value
		case "toolCalls":
			toolCalls = value
		case "model":
			m.model = value.String()
		case "tokens":
			m.usage = usageOf(value)
		}
	}
	if !format.IsMessageType(m.role) {
		m.unknown = []unknown{{"message of the type " + m.role, value}}
		return m
	}
	m.readContent(content)
	if !m.talks() {
		return m
	}
	if m.thinking.IsEmpty() {
		m.thinking = thinkingOf(thoughts)
	}
	m.readToolCalls(toolCalls)
	for i := range m.calls {
		if c := &m.calls[i]; c.id == "" {
			c.id = fmt.Sprintf("%s#%d", m.id, i+1)
		} else {
			c.hasID = true
		}
	}
	return m
}

// displayed returns the text that the terminal shows for a message.
func displayed(value jsonl.Value) timeline.Text {
	var texts []timeline.Text
	for part := range elements(value) {
		if part.IsString() {
			texts = append(texts, textOf(part))
		} else {
			texts = append(texts, textOf(part.Get("text")))
		}
	}
	return timeline.Concat(texts...)
}

// thinkingOf formats thoughts in the form in which the CLI sends them to a model.
func thinkingOf(thoughts jsonl.Value) timeline.Text {
	var texts []timeline.Text
	for thought := range jsonl.Elements(thoughts) {
		subject, description := textOf(thought.Get("subject")), textOf(thought.Get("description"))
		if !subject.IsEmpty() {
			description = timeline.Concat(timeline.NewText("**"), subject, timeline.NewText("** "), description)
		}
		texts = append(texts, description)
	}
	return timeline.Join(texts, "\n\n")
}

// usageOf returns the token usage of a response, or nil if there is none. The API counts cached input as input, too,
// and does not count thinking as output.
func usageOf(tokens jsonl.Value) *timeline.Usage {
	if !tokens.IsObject() {
		return nil
	}
	cached, thoughts := tokens.Get("cached").Int(), tokens.Get("thoughts").Int()
	return &timeline.Usage{
		Input:     max(0, tokens.Get("input").Int()-cached),
		Output:    tokens.Get("output").Int() + thoughts,
		CacheRead: cached,
		Reasoning: thoughts,
	}
}

// readToolCalls reads the list of calls. If the content has the calls, the CLI uses those, and the list is only for
// display. Results are always in the list.
func (m *message) readToolCalls(toolCalls jsonl.Value) {
	inContent := map[string]int{}
	for i, c := range m.calls {
		inContent[c.id] = i
	}
	listed := len(m.calls) == 0
	for value := range jsonl.Elements(toolCalls) {
		c := newCall(value)
		c.agent = value.Get("agentId").String()
		if listed {
			m.calls = append(m.calls, c)
		} else if i, ok := inContent[drawnID(c.id)]; ok {
			m.calls[i].agent, m.calls[i].drawn = c.agent, c.drawn
		}
		m.readState(value.Get("status").String())
		if r, ok := m.resultOf(c, value.Get("result"), func(id string) bool {
			return !listed ||
				hasCall(toolCalls, id)
		}); ok {
			r.failed = r.failed || format.IsFailure(value.Get("status").String())
			m.results = append(m.results, r)
		}
	}
}

func (m *message) readState(state string) {
	if !format.IsState(state) {
		m.unknown = append(m.unknown, unknown{kind: "tool call in the state " + state})
	}
}

func hasCall(toolCalls jsonl.Value, id string) bool {
	for value := range jsonl.Elements(toolCalls) {
		if value.Get("id").Is(id) {
			return true
		}
	}
	return false
}

func newCall(value jsonl.Value) call {
	c := call{id: value.Get("id").String(), name: value.Get("name").String(), drawn: value.Get("displayName").String(),
		args: value.Get("args")}
	c.key = digestOf(c.name, c.args)
	return c
}

// textOf returns a string value as a text, and the empty text for any other value.
func textOf(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}
