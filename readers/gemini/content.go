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
	var texts, thoughts []timeline.Text
	for part := range elements(content) {
		text := textOf(part.Get("text"))
		if part.IsString() {
			text = textOf(part)
		}
		switch {
		case part.Get("thought").Bool():
			thoughts = append(thoughts, text)
		case !text.IsEmpty() && m.isHarness(text):
			m.preamble = m.preamble || format.IsPreamble(text)
			m.harness = timeline.Join([]timeline.Text{m.harness, text}, "\n")
		case !text.IsEmpty():
			texts, m.parts = append(texts, text), append(m.parts, m.digest(text))
		default:
			m.readPart(part, len(texts) == 0)
		}
	}
	m.text, m.thinking = timeline.Concat(texts...), timeline.Join(thoughts, "\n\n")
	m.key = m.digest(m.text)
	if m.role == format.User {
		m.text = format.Unshielded(m.text)
	}
	for _, a := range m.attachments {
		m.key += digest(a.Data)
	}
}

func (m *message) isHarness(text timeline.Text) bool {
	if m.role == format.User {
		return format.IsHarness(text)
	}
	return m.role == format.Model && text.Len() == len(format.Thanks) && text.HasPrefix(format.Thanks)
}

// readPart reads a part that is no text. A picture that follows a result is its.
func (m *message) readPart(part jsonl.Value, leading bool) {
	if called := part.Get("functionCall"); called.IsObject() {
		m.calls = append(m.calls, newCall(called))
		return
	}
	if response := part.Get("functionResponse"); response.IsObject() {
		m.results = append(m.results, newResult(response))
		return
	}
	a, ok := attachmentOf(part)
	if !ok {
		return
	}
	if n := len(m.results); n > 0 {
		m.results[n-1].attachments = append(m.results[n-1].attachments, a)
		return
	}
	a.Leading = leading
	m.attachments = append(m.attachments, a)
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
		list.readPart(part, false)
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
