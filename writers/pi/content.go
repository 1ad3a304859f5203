package pi

import (
	"strings"

	"stead/timeline"
	"stead/writers"
)

// content adds a message's blocks.
func content(m *timeline.Object, blocks [][]byte) {
	m.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, blocks) })
}

// blocksOf returns the blocks of a text and its pictures in order.
func blocksOf(text timeline.Text, attachments []timeline.Attachment, losses *writers.Losses) [][]byte {
	var leading, following [][]byte
	for i := range attachments {
		a := &attachments[i]
		if !strings.HasPrefix(a.MediaType, "image/") {
			losses.Item(writers.Media, 0, "attachment of type "+a.MediaType, "Pi takes pictures only")
			continue
		}
		data, ok := losses.Content(a)
		switch {
		case !ok:
		case a.Leading:
			leading = append(leading, imageBlock(a, data))
		default:
			following = append(following, imageBlock(a, data))
		}
	}
	if !text.IsEmpty() {
		leading = append(leading, textBlock(text))
	}
	return append(leading, following...)
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
