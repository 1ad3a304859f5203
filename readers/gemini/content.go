package gemini

import (
	"bytes"
	"iter"
	"strings"

	format "stead/internal/format/gemini"
	"stead/internal/jsonl"
	"stead/timeline"
)

// result is a tool's output as a message has it.
type result struct {
	call, name  string
	output      timeline.Text
	err         timeline.Text
	failed      bool
	attachments []timeline.Attachment
}

// readContent reads what a message says: a text, a part, or a list of both.
func (m *message) readContent(content jsonl.Value) {
	if m.role == format.User {
		p := sayings{message: m}
		for part := range elements(content) {
			p.read(part)
		}
		p.finish()
		return
	}
	var said saying
	var texts, thoughts []timeline.Text
	for part := range elements(content) {
		text := textOf(part.Get("text"))
		if part.IsString() {
			text = textOf(part)
		}
		switch {
		case part.Get("thought").Bool():
			thoughts = append(thoughts, text)
		case text.IsEmpty():
			if a, ok := m.readPart(part); ok {
				a.Leading = len(texts) == 0
				said.attachments = append(said.attachments, a)
			}
		case m.role != format.Model || isThanks(text):
			m.harness = timeline.Join([]timeline.Text{m.harness, text}, "\n")
		default:
			texts, said.parts = append(texts, text), append(said.parts, m.digest(text))
		}
	}
	m.thinking = timeline.Join(thoughts, "\n\n")
	m.say(said, texts)
}

// say takes what the model said, if it did.
func (m *message) say(said saying, texts []timeline.Text) {
	if len(texts)+len(said.attachments) == 0 {
		return
	}
	said.text = timeline.Concat(texts...)
	said.key = m.digest(said.text)
	for _, a := range said.attachments {
		said.key += digest(a.Data)
	}
	m.says = []saying{said}
}

func isThanks(text timeline.Text) bool {
	return text.Len() == len(format.Thanks) && text.HasPrefix(format.Thanks)
}

// readPart reads a part that is no text. A picture that follows a result is its; any other is returned.
func (m *message) readPart(part jsonl.Value) (timeline.Attachment, bool) {
	if called := part.Get("functionCall"); called.IsObject() {
		m.calls = append(m.calls, newCall(called))
		return timeline.Attachment{}, false
	}
	if response := part.Get("functionResponse"); response.IsObject() {
		m.results = append(m.results, newResult(response))
		return timeline.Attachment{}, false
	}
	a, ok := attachmentOf(part)
	if n := len(m.results); ok && n > 0 {
		m.results[n-1].attachments = append(m.results[n-1].attachments, a)
		return a, false
	}
	return a, ok
}

// elements yields the parts of a content, whichever of its forms it has.
func elements(content jsonl.Value) iter.Seq[jsonl.Value] {
	if content.IsArray() {
		return jsonl.Elements(content)
	}
	return func(yield func(jsonl.Value) bool) {
		if !content.IsNull() {
			yield(content)
		}
	}
}

func attachmentOf(part jsonl.Value) (timeline.Attachment, bool) {
	data := part.Get("inlineData")
	content := textOf(data.Get("data"))
	if content.IsEmpty() {
		return timeline.Attachment{}, false
	}
	return timeline.Attachment{
		MediaType: data.Get("mimeType").String(), Data: content,
		Bytes: int64(len(bytes.TrimRight(content.Inner(), "="))) * 3 / 4,
	}, true
}

// newResult reads a response. What is neither called output nor error is the output as a whole, as it is for the API.
func newResult(response jsonl.Value) result {
	r := result{call: response.Get("id").String(), name: response.Get("name").String()}
	body := response.Get("response")
	output, failure := body.Get("output"), body.Get("error")
	if output == nil && failure == nil && len(body) > 0 {
		output = body
	}
	r.output, r.err, r.failed = anyText(output), anyText(failure), failure != nil
	if r.name == format.Shell {
		r.unframe()
	}
	for part := range jsonl.Elements(response.Get("parts")) {
		if a, ok := attachmentOf(part); ok {
			r.attachments = append(r.attachments, a)
		}
	}
	return r
}

// unframe takes the frame off a command's output. A command that failed is no failed call for the CLI.
func (r *result) unframe() {
	output, code, ok := format.ParseOutput(r.output)
	if !ok {
		return
	}
	r.output = output
	if code != 0 {
		r.failed, r.err = true, timeline.NewText(format.ExitError(code))
	}
}

// anyText returns a string as a text, and anything else as its JSON.
func anyText(v jsonl.Value) timeline.Text {
	if len(v) == 0 || v.IsString() {
		return textOf(v)
	}
	return timeline.NewText(string(v))
}

// resultOf reads what a call of the list of tool calls has as its result. After a snapshot that is all results of the turn: its own is the
// one with its id.
func resultOf(c call, value jsonl.Value) (result, bool) {
	if value.IsString() {
		r := result{call: c.id, name: c.name, output: textOf(value)}
		if c.name == format.Shell {
			r.unframe()
		}
		return r, true
	}
	list := message{}
	for part := range elements(value) {
		list.readPart(part)
	}
	for _, r := range list.results {
		if r.call == c.id || r.call == "" {
			r.call = c.id
			return r, true
		}
	}
	return result{}, false
}

// drawnPrefix begins the ids of calls that stand in a message only to be drawn (see writers/gemini).
const drawnPrefix = "ui-"

func drawnID(id string) string { return strings.TrimPrefix(id, drawnPrefix) }
