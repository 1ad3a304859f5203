package qwen

import (
	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// resultParts separates the results of calls from the parts next to them.
type resultParts struct {
	items, unknown []item
	// last is the position of the newest result in the items, from 1.
	last int
}

// resultItems returns an item for each result. The parts after a result belong to it: pictures, as before 0.20, texts,
// and files with a URI.
func resultItems(parts []qwen.Part) []item {
	var p resultParts
	for _, part := range parts {
		switch {
		case part.Response.IsObject():
			p.response(part)
		case part.Inline.IsObject() && p.last > 0:
			p.items[p.last-1].inline = append(p.items[p.last-1].inline, inline{data: part.Inline})
		default:
			p.beside(part)
		}
	}
	return append(p.items, p.unknown...)
}

func (p *resultParts) response(part qwen.Part) {
	i := item{kind: timeline.ToolResult, isShown: true, part: part}
	for value := range jsonl.Elements(part.Response.Get("parts")) {
		inner := qwen.PeekPart(value)
		switch {
		case inner.Inline.IsObject():
			i.inline = append(i.inline, inline{data: inner.Inline})
		case inner.File.IsObject():
			i.texts = append(i.texts, addressOf(inner.File))
		case len(inner.Text) > len(`""`):
			i.texts = append(i.texts, inner.Text)
		default:
			p.unknown = append(p.unknown, unknownItems([]qwen.Part{inner})...)
		}
	}
	p.items = append(p.items, i)
	p.last = len(p.items)
}

// beside adds a text that the CLI wrote in the user's name after a result.
func (p *resultParts) beside(part qwen.Part) {
	said := promptParts{}
	said.add(part, true)
	p.items = append(p.items, said.items...)
	switch {
	case len(said.said.texts) == 0:
	case p.last > 0:
		p.items[p.last-1].texts = append(p.items[p.last-1].texts, said.said.texts...)
	default:
		p.items = append(p.items, aside(timeline.Reminder, "", joined(said.said.texts)))
	}
}
