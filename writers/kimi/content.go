package kimi

import (
	"strings"

	format "stead/adapters/kimi"
	"stead/internal/adapt/encoded"
	"stead/timeline"
	"stead/writers"
)

// content returns a message's parts: its text, and its pictures as data URLs.
func (w *output) content(text timeline.Text, attachments []timeline.Attachment) ([]byte, error) {
	var leading, following [][]byte
	for _, a := range attachments {
		part := w.media(a)
		switch {
		case part == nil:
		case a.Leading:
			leading = append(leading, part)
		default:
			following = append(following, part)
		}
	}
	if !text.IsEmpty() || len(leading)+len(following) == 0 {
		leading = append(leading, timeline.AppendObject(nil, func(o *timeline.Object) {
			o.String("type", "text")
			o.Text("text", text)
		}))
	}
	return timeline.AppendArray(nil, append(leading, following...)), nil
}

// kinds are the kinds of media for which the CLI has parts.
var kinds = []string{"image", "audio", "video"}

// media returns the part of a picture, sound or video, or nil for any other attachment.
func (w *output) media(a timeline.Attachment) []byte {
	for _, kind := range kinds {
		if !strings.HasPrefix(a.MediaType, kind+"/") {
			continue
		}
		data, ok := w.report.Losses.Content(&a)
		if !ok {
			return nil
		}
		return timeline.AppendObject(nil, func(o *timeline.Object) {
			o.String("type", kind+"_url")
			o.Append(kind+"Url", func(dst []byte) []byte {
				return timeline.AppendObject(dst, func(o *timeline.Object) {
					o.Text("url", encoded.DataURL(a.MediaType, data))
				})
			})
		})
	}
	w.report.Losses.Item(writers.Media, 0, "attachment of type "+a.MediaType,
		"Kimi Code takes pictures, sounds and films only")
	return nil
}

// result returns the content that the model gets of a result. The exit code of a failed command follows the output, in
// the CLI's own words. Any other reason of a failure precedes it.
func (w *output) result(e *timeline.Entry) ([]byte, error) {
	text := e.Output
	if !e.Success && !e.Error.IsEmpty() {
		joined, isExit := format.JoinExit(e.Output, e.Error)
		if !isExit {
			joined = timeline.Join([]timeline.Text{e.Error, e.Output}, "\n")
		}
		text = joined
	}
	if len(e.Attachments) == 0 {
		return text.JSON(), nil
	}
	return w.content(text, e.Attachments)
}
