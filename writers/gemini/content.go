package gemini

import (
	"encoding/base64"
	"fmt"
	"os"

	"stead/timeline"
)

// picture is an attachment as the Gemini API takes it: pictures, sounds and documents alike.
type picture struct {
	mediaType string
	data      timeline.Text
	// isLeading tells that it stands before the text.
	isLeading bool
}

// inlined returns attachments with their content.
func (n *encoder) inlined(attachments []timeline.Attachment) ([]picture, error) {
	var pictures []picture
	for _, a := range attachments {
		data := a.Data
		if data.IsEmpty() && a.Path != "" {
			content, err := os.ReadFile(a.Path)
			if err != nil {
				return nil, fmt.Errorf("read attachment: %w", err)
			}
			data = timeline.NewText(base64.StdEncoding.EncodeToString(content))
		}
		if data.IsEmpty() {
			n.Lose("attachment of type "+a.MediaType, "the source does not have its content")
			continue
		}
		pictures = append(pictures, picture{mediaType: a.MediaType, data: data, isLeading: a.Leading})
	}
	return pictures, nil
}

// appendParts appends the parts of a message: pictures and the text, in the order that they have.
func appendParts(dst []byte, text timeline.Text, pictures []picture) []byte {
	dst = appendPictures(dst, pictures, true)
	if !text.IsEmpty() || len(pictures) == 0 {
		dst = timeline.AppendObject(appendComma(dst), func(o *timeline.Object) { o.Text("text", text) })
	}
	return appendPictures(dst, pictures, false)
}

func appendPictures(dst []byte, pictures []picture, leading bool) []byte {
	for _, p := range pictures {
		if p.isLeading != leading {
			continue
		}
		dst = timeline.AppendObject(appendComma(dst), func(o *timeline.Object) {
			o.Append("inlineData", func(dst []byte) []byte {
				return timeline.AppendObject(dst, func(o *timeline.Object) {
					o.String("mimeType", p.mediaType)
					o.Text("data", p.data)
				})
			})
		})
	}
	return dst
}
