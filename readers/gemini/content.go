package gemini

import (
	"bytes"
	"iter"
	"strings"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// result is a tool's output in a message.
type result struct {
	call, name  string
	output      timeline.Text
	err         timeline.Text
	failed      bool
	attachments []timeline.Attachment
	// beside is the other content in the call's list of results.
	beside []saying
}

// readContent reads the content of a message: a text, a part, or a list of both.
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
	var texts passage
	var thoughts []timeline.Text
	for part := range elements(content) {
		text, isBlock := wordsOf(part)
		switch {
		case part.Get("thought").Bool():
			thoughts = append(thoughts, text)
		case text.IsEmpty():
			if a, ok := m.readPart(part); ok {
				a.Leading = len(texts.texts) == 0
				said.attachments = append(said.attachments, a)
			}
		case m.role != format.Model || isThanks(text):
			m.harness = timeline.Join([]timeline.Text{m.harness, text}, "\n")
		default:
			texts.add(text, isBlock)
			said.parts = append(said.parts, m.digest(text))
		}
	}
	m.thinking = timeline.Join(thoughts, "\n\n")
	m.say(said, texts.texts)
}

// say adds the model's text and attachments, if there are any.
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

// readPart reads a part that is not a text. A picture that follows a result belongs to the result; readPart returns any
// other picture.
func (m *message) readPart(part jsonl.Value) (timeline.Attachment, bool) {
	if called := part.Get("functionCall"); called.IsObject() {
		m.calls = append(m.calls, newCall(called))
		return timeline.Attachment{}, false
	}
	if response := part.Get("functionResponse"); response.IsObject() {
		m.readResponse(response)
		return timeline.Attachment{}, false
	}
	a, ok := attachmentOf(part)
	if !ok {
		m.notePart(part)
	}
	if n := len(m.results); ok && n > 0 {
		m.results[n-1].attachments = append(m.results[n-1].attachments, a)
		return a, false
	}
	return a, ok
}

// elements yields the parts of a content, which may be a list or a single part.
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

// drawnPrefix begins the ids of calls that a message holds only for display (see writers/gemini).
const drawnPrefix = "ui-"

func drawnID(id string) string { return strings.TrimPrefix(id, drawnPrefix) }
