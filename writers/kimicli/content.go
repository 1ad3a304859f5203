package kimicli

import (
	"bytes"
	"strings"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/encoded"
	"stead/timeline"
	"stead/writers"
)

// part is a part of a message.
type part struct {
	kind string // text, think, or the member that holds a URL
	text timeline.Text
}

func text(t timeline.Text) part    { return part{"text", t} }
func thought(t timeline.Text) part { return part{"think", t} }

func (p part) isEmpty() bool { return p.text.IsEmpty() }

func (p part) append(dst []byte) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.String("type", p.kind)
		switch p.kind {
		case "text":
			o.Text("text", p.text)
		case "think":
			o.Text("think", p.text)
			o.Raw("encrypted", []byte("null"))
		default:
			o.Append(p.kind, func(dst []byte) []byte {
				return timeline.AppendObject(dst, func(o *timeline.Object) {
					o.Text("url", p.text)
					o.Raw("id", []byte("null"))
				})
			})
		}
	})
}

type parts []part

// content returns the parts in the CLI's form. A single text becomes a string.
func (p parts) content() []byte {
	if len(p) == 1 && p[0].kind == "text" {
		return bytes.Clone(p[0].text.JSON())
	}
	elements := make([][]byte, len(p))
	for i := range p {
		elements[i] = p[i].append(nil)
	}
	return timeline.AppendArray(nil, elements)
}

// partsOf returns texts and pictures as parts. It omits an empty text unless there is nothing else.
func partsOf(texts []timeline.Text, attachments []timeline.Attachment, losses *writers.Losses) parts {
	var leading, following parts
	for i := range attachments {
		media := mediaOf(&attachments[i], losses)
		switch {
		case media.isEmpty():
		case attachments[i].Leading:
			leading = append(leading, media)
		default:
			following = append(following, media)
		}
	}
	for _, t := range texts {
		if !t.IsEmpty() || len(texts)+len(leading)+len(following) == 1 {
			leading = append(leading, text(t))
		}
	}
	return append(leading, following...)
}

// mediaOf returns the part of a picture, sound or video, or an empty part for any other attachment.
func mediaOf(a *timeline.Attachment, losses *writers.Losses) part {
	kind, _, _ := strings.Cut(a.MediaType, "/")
	switch kind {
	case "image", "audio", "video":
	default:
		losses.Item(writers.Media, 0, "attachment of type "+a.MediaType, "Kimi CLI takes pictures, sounds and films only")
		return part{}
	}
	data, ok := losses.Content(a)
	if !ok {
		return part{}
	}
	return part{kind + "_url", encoded.DataURL(a.MediaType, data)}
}

// note returns the CLI's note in the first part. Ok is false if the part is not entirely a note.
func (p parts) note() (string, bool) {
	if len(p) == 0 || p[0].kind != "text" {
		return "", false
	}
	note, ok := format.Note(p[0].text)
	return strings.TrimPrefix(note.String(), "ERROR: "), ok
}
