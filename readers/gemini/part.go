package gemini

import (
	"cmp"
	"strings"

	format "stead/adapters/gemini"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// passage is a text that consists of parts. A part without a text of its own gets lines of its own.
type passage struct {
	texts   []timeline.Text
	isBlock bool // whether the last part is such a part
}

func (p *passage) add(text timeline.Text, isBlock bool) {
	if len(p.texts) > 0 && (isBlock || p.isBlock) {
		text = timeline.Concat(timeline.NewText("\n"), text)
	}
	p.texts, p.isBlock = append(p.texts, text), isBlock
}

// wordsOf returns the text of a part. IsBlock reports a part that needs a description: code, its outcome, or a file
// with a URI.
func wordsOf(part jsonl.Value) (text timeline.Text, isBlock bool) {
	if part.IsString() {
		return textOf(part), false
	}
	for key, value := range jsonl.Members(part) {
		switch string(key) {
		case "text":
			return textOf(value), false
		case "executableCode":
			return fenced(strings.ToLower(value.Get("language").String()), value.Get("code")), true
		case "codeExecutionResult":
			return timeline.Concat(timeline.NewText("The code ended with "+value.Get("outcome").String()+":\n"),
				fenced("", value.Get("output"))), true
		case "fileData":
			return addressOf(value), true
		}
	}
	return timeline.Text{}, false
}

func fenced(language string, code jsonl.Value) timeline.Text {
	return timeline.Concat(timeline.NewText("```"+language+"\n"), textOf(code), timeline.NewText("\n```"))
}

// addressOf describes a file by its URI. The CLI does not have its content either.
func addressOf(file jsonl.Value) timeline.Text {
	address := textOf(file.Get("fileUri"))
	if address.IsEmpty() {
		return timeline.Text{}
	}
	return entry.Address(cmp.Or(file.Get("mimeType").String(), "file"), address)
}

// unknown is a message or a part of a kind that stead does not know.
type unknown struct {
	kind  string
	value jsonl.Value
}

func (m *message) notePart(part jsonl.Value) {
	if name, ok := format.UnknownPart(part); ok && m.talks() {
		m.unknown = append(m.unknown, unknown{"part " + name, part})
	}
}

// resolveUnknown emits the unknown content of a message, unless it was already emitted. It recognizes content that the
// CLI writes again by its digest.
func (v *conversation) resolveUnknown(k *known, m *message, again *matcher) {
	for i := k.unknowns; i < len(m.unknown); i++ {
		u := &m.unknown[i]
		key := digestOf(u.kind, u.value)
		if again == nil || !v.unknown[key] {
			v.entries.unknown(u.kind, u.value)
		}
		v.unknown[key] = true
	}
	k.unknowns = max(k.unknowns, len(m.unknown))
}
