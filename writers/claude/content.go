package claude

import (
	"strings"

	"stead/timeline"
	"stead/writers"
)

// content returns a string where that is enough, else blocks. An empty text gives no block: the API refuses one.
func (w *output) content(text timeline.Text, attachments []timeline.Attachment) []byte {
	var leading, following [][]byte
	for _, a := range attachments {
		block := w.mediaBlock(a)
		switch {
		case block == nil:
		case a.Leading:
			leading = append(leading, block)
		default:
			following = append(following, block)
		}
	}
	if len(leading)+len(following) == 0 {
		return text.JSON()
	}
	if !text.IsEmpty() {
		leading = append(leading, textBlock(text))
	}
	return timeline.AppendArray(nil, append(leading, following...))
}

// mediaBlock returns the block of a picture or document, or nothing when the API has no block for its type.
func (w *output) mediaBlock(a timeline.Attachment) []byte {
	kind := "image"
	switch {
	case a.MediaType == "application/pdf":
		kind = "document"
	case !strings.HasPrefix(a.MediaType, "image/"):
		w.loseItem(w.side, writers.Media, 0, "attachment of type "+a.MediaType,
			"Claude Code takes pictures and PDF documents only")
		return nil
	}
	data, ok := w.report.Losses.Content(&a)
	if !ok {
		return nil
	}
	o := timeline.NewObject(nil)
	o.String("type", kind)
	if kind == "document" {
		o.Optional("title", a.Name)
	}
	o.Append("source", func(dst []byte) []byte {
		source := timeline.NewObject(dst)
		source.String("type", "base64")
		source.String("media_type", a.MediaType)
		source.Text("data", data)
		return source.End()
	})
	return o.End()
}

func textBlock(text timeline.Text) []byte {
	o := timeline.NewObject(nil)
	o.String("type", "text")
	o.Text("text", text)
	return o.End()
}
