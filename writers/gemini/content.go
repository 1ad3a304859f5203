package gemini

import (
	"stead/timeline"
	"stead/writers"
)

// picture is an attachment in the form of the Gemini API, which treats pictures, sounds and documents alike.
type picture struct {
	mediaType string
	data      timeline.Text
	// isLeading reports that it precedes the text.
	isLeading bool
}

// inlined returns attachments with their content.
func inlined(attachments []timeline.Attachment, losses *writers.Losses) []picture {
	var pictures []picture
	for _, a := range attachments {
		data, ok := losses.Content(&a)
		if !ok {
			continue
		}
		pictures = append(pictures, picture{mediaType: a.MediaType, data: data, isLeading: a.Leading})
	}
	return pictures
}

// parts returns the parts of a message: the pictures and the text, in order.
func parts(text timeline.Text, pictures []picture) [][]byte {
	var leading, following [][]byte
	for _, p := range pictures {
		if p.isLeading {
			leading = append(leading, p.part())
		} else {
			following = append(following, p.part())
		}
	}
	if !text.IsEmpty() || len(pictures) == 0 {
		leading = append(leading, textPart(text))
	}
	return append(leading, following...)
}

func textPart(text timeline.Text) []byte {
	return timeline.AppendObject(make([]byte, 0, text.Len()+16), func(o *timeline.Object) { o.Text("text", text) })
}

func (p *picture) part() []byte {
	return object(func(o *timeline.Object) {
		o.Append("inlineData", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("mimeType", p.mediaType)
				o.Text("data", p.data)
			})
		})
	})
}

func appendAll(dst []byte, parts [][]byte) []byte {
	for _, part := range parts {
		dst = append(appendComma(dst), part...)
	}
	return dst
}
