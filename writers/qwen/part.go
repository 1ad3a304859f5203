package qwen

import (
	"strings"

	"stead/timeline"
	"stead/writers"
)

func textPart(text timeline.Text, isThought bool) []byte {
	o := timeline.NewObject(make([]byte, 0, text.Len()+32))
	o.Text("text", text)
	if isThought {
		o.Bool("thought", true)
	}
	return o.End()
}

// promptParts returns the parts of a prompt's text and files in order.
func promptParts(entry *timeline.Entry, losses *writers.Losses) [][]byte {
	leading, following := inlineParts(entry.Attachments, losses)
	if text := entry.Content; !text.IsEmpty() {
		leading = append(leading, textPart(text, false))
	}
	return append(leading, following...)
}

// inlineParts returns the parts of files: those that precede the text, and those that follow it.
func inlineParts(attachments []timeline.Attachment, losses *writers.Losses) (leading, following [][]byte) {
	for i := range attachments {
		a := &attachments[i]
		if !isMedia(a.MediaType) {
			losses.Item(writers.Media, 0, "attachment of type "+a.MediaType,
				"Qwen Code takes pictures, sound, video and PDF documents only")
			continue
		}
		data, ok := losses.Content(a)
		if ok && a.MediaType == "application/pdf" { // observed with Qwen Code 0.24.4 and a model of chat completions
			losses.Item(writers.Media, 0, "document",
				"Qwen Code has it in the session, and sends it only to a model that takes documents")
		}
		switch {
		case !ok:
		case a.Leading:
			leading = append(leading, inlinePart(a, data))
		default:
			following = append(following, inlinePart(a, data))
		}
	}
	return leading, following
}

func isMedia(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	return kind == "image" || kind == "audio" || kind == "video" || mediaType == "application/pdf"
}

func inlinePart(a *timeline.Attachment, data timeline.Text) []byte {
	o := timeline.NewObject(nil)
	o.Append("inlineData", func(dst []byte) []byte {
		i := timeline.NewObject(dst)
		i.String("mimeType", a.MediaType)
		i.Text("data", data)
		i.Optional("displayName", a.Name)
		return i.End()
	})
	return o.End()
}
