package kimi

import (
	format "stead/adapters/kimi"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// parts are the parts of a message's content. Parts whose type is not in the closed list are unknown.
type parts struct {
	texts, thoughts []timeline.Text
	media           []timeline.Attachment
	unknown         []*timeline.Entry
}

func (p parts) text() timeline.Text { return timeline.Join(p.texts, "\n") }

func (b *builder) parts(content jsonl.Value) parts {
	var all parts
	if content.IsString() { // the CLI does not write this form, but it is a text
		all.texts = append(all.texts, format.Text(content))
	}
	for part := range jsonl.Elements(content) {
		all.add(b.parser, format.PeekPart(part), part)
	}
	return all
}

func (p *parts) add(parser parser, part format.Part, whole jsonl.Value) {
	switch {
	case part.Type.Is("text"):
		if text := format.Text(part.Text); !text.IsEmpty() {
			p.texts = append(p.texts, text)
		}
	case part.Type.Is("think"):
		p.thoughts = append(p.thoughts, format.Text(part.Think))
	case part.Medium() != "":
		p.medium(parser, part, whole)
	default:
		p.unknown = append(p.unknown, entry.Unknown(partName(part), whole)...)
	}
}

// medium adds a picture, sound or video. If its content is stored elsewhere, medium adds its URL as text, because the
// CLI sends the URL to its model, too.
func (p *parts) medium(parser parser, part format.Part, whole jsonl.Value) {
	url := format.Text(part.URL)
	media, ok := format.Media(url, parser.agent)
	switch {
	case ok:
		media.Leading = len(p.texts) == 0
		p.media = append(p.media, media)
	case format.IsElsewhere(url):
		p.texts = append(p.texts, entry.Address(part.Medium(), url))
	default:
		p.unknown = append(p.unknown, entry.Unknown(partName(part)+" that cannot be read", whole)...)
	}
}

func partName(p format.Part) string { return entry.KindName("part of the type", p.Type) }
