package pi

import (
	"strings"

	"stead/timeline"
)

// content adds a message's blocks.
func content(m *timeline.Object, blocks [][]byte) {
	m.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, blocks) })
}

// blocks are a text and its pictures in their order.
func (e *encoder) blocks(text timeline.Text, attachments []timeline.Attachment) ([][]byte, error) {
	var leading, following [][]byte
	for i := range attachments {
		a := &attachments[i]
		data, err := a.Base64()
		if err != nil {
			return nil, err
		}
		switch {
		case !strings.HasPrefix(a.MediaType, "image/"):
			e.Lose("attachment of type "+a.MediaType, "Pi takes pictures only")
		case data.IsEmpty():
			e.Lose("linked attachment", "its content is not part of the session")
		case a.Leading:
			leading = append(leading, imageBlock(a, data))
		default:
			following = append(following, imageBlock(a, data))
		}
	}
	if !text.IsEmpty() {
		leading = append(leading, textBlock(text))
	}
	return append(leading, following...), nil
}

func textBlock(text timeline.Text) []byte {
	o := timeline.NewObject(make([]byte, 0, text.Len()+32))
	o.String("type", "text")
	o.Text("text", text)
	return o.End()
}

func imageBlock(a *timeline.Attachment, data timeline.Text) []byte {
	o := timeline.NewObject(make([]byte, 0, data.Len()+64))
	o.String("type", "image")
	o.Text("data", data)
	o.String("mimeType", a.MediaType)
	return o.End()
}
