package codex

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	"stead/timeline"
)

// messageMembers adds the members of a message: its text, then its pictures.
func messageMembers(o *timeline.Object, role, part string, text timeline.Text, images []timeline.Text) {
	o.String("type", "message")
	o.String("role", role)
	o.Append("content", func(dst []byte) []byte { return appendParts(dst, part, text, images) })
}

// appendParts appends the parts of a message or an output as the model gets them.
func appendParts(dst []byte, part string, text timeline.Text, images []timeline.Text) []byte {
	dst = append(dst, '[')
	if !text.IsEmpty() || len(images) == 0 {
		dst = append(append(append(dst, `{"type":"`...), part...), `","text":`...)
		dst = append(append(dst, text.JSON()...), '}')
	}
	for _, image := range images {
		dst = appendComma(dst)
		dst = append(append(append(dst, `{"type":"input_image","image_url":`...), image.JSON()...), '}')
	}
	return append(dst, ']')
}

// appendDrawnParts appends the parts of a prompt as the terminal draws them.
func appendDrawnParts(dst []byte, text timeline.Text, images []timeline.Text) []byte {
	dst = append(dst, '[')
	if !text.IsEmpty() || len(images) == 0 {
		dst = append(append(append(dst, `{"type":"text","text":`...), text.JSON()...), '}')
	}
	for _, image := range images {
		dst = appendComma(dst)
		dst = append(append(append(dst, `{"type":"image","image_url":`...), image.JSON()...), '}')
	}
	return append(dst, ']')
}

func appendTexts(dst []byte, texts []timeline.Text) []byte {
	dst = append(dst, '[')
	for _, t := range texts {
		dst = append(appendComma(dst), t.JSON()...)
	}
	return append(dst, ']')
}

// appendComma appends a comma unless an array has just begun.
func appendComma(dst []byte) []byte {
	if dst[len(dst)-1] == '[' {
		return dst
	}
	return append(dst, ',')
}

// images returns attachments as data URLs. What is no picture is a loss.
func (n *encoder) images(attachments []timeline.Attachment) ([]timeline.Text, error) {
	var urls []timeline.Text
	for _, a := range attachments {
		if !strings.HasPrefix(a.MediaType, "image/") {
			n.lose("attachment of type "+a.MediaType, "Codex takes pictures only")
			continue
		}
		data := a.Data
		if data.IsEmpty() && a.Path != "" {
			content, err := os.ReadFile(a.Path)
			if err != nil {
				return nil, fmt.Errorf("read attachment: %w", err)
			}
			data = timeline.NewText(base64.StdEncoding.EncodeToString(content))
		}
		urls = append(urls, timeline.Concat(timeline.NewText("data:"+a.MediaType+";base64,"), data))
	}
	return urls, nil
}
