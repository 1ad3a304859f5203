package codex

import (
	"strings"

	"stead/timeline"
	"stead/writers"
)

// picture is an image in the form that Codex expects: a data URL.
type picture struct {
	url timeline.Text
	// isLeading reports that it precedes the text.
	isLeading bool
}

// messageMembers adds the members of a message: its text and its images.
func messageMembers(o *timeline.Object, role, textPart string, text timeline.Text, pictures []picture) {
	o.String("type", "message")
	o.String("role", role)
	o.Append("content", func(dst []byte) []byte { return appendParts(o, dst, textPart, "input_image", text, pictures) })
}

// appendParts appends the parts of a message or an output. The names of the parts differ between the model's items and
// the terminal's items.
func appendParts(o *timeline.Object, dst []byte, textPart, imagePart string, text timeline.Text,
	pictures []picture) []byte {
	dst = append(dst, '[')
	dst = appendPictures(o, dst, imagePart, pictures, true)
	if !text.IsEmpty() || len(pictures) == 0 {
		dst = appendPart(o, dst, textPart, "text", text)
	}
	return append(appendPictures(o, dst, imagePart, pictures, false), ']')
}

func appendPictures(o *timeline.Object, dst []byte, part string, pictures []picture, leading bool) []byte {
	for _, p := range pictures {
		if p.isLeading == leading {
			dst = appendPart(o, dst, part, "image_url", p.url)
		}
	}
	return dst
}

func appendPart(o *timeline.Object, dst []byte, part, member string, text timeline.Text) []byte {
	dst = append(append(appendComma(dst), `{"type":"`...), part...)
	dst = append(append(append(dst, `","`...), member...), `":`...)
	return append(o.AppendText(dst, text), '}')
}

func appendTexts(o *timeline.Object, dst []byte, texts []timeline.Text) []byte {
	dst = append(dst, '[')
	for _, t := range texts {
		dst = o.AppendText(appendComma(dst), t)
	}
	return append(dst, ']')
}

func appendURLs(o *timeline.Object, dst []byte, pictures []picture) []byte {
	var urls []timeline.Text
	for _, p := range pictures {
		urls = append(urls, p.url)
	}
	return appendTexts(o, dst, urls)
}

// appendComma appends a comma unless an array has just begun.
func appendComma(dst []byte) []byte {
	if dst[len(dst)-1] == '[' {
		return dst
	}
	return append(dst, ',')
}

func isPicture(a *timeline.Attachment) bool { return strings.HasPrefix(a.MediaType, "image/") }

// picturesOf returns the images among attachments as data URLs. It counts those without content as losses.
func picturesOf(attachments []timeline.Attachment, losses *writers.Losses) []picture {
	var pictures []picture
	for i := range attachments {
		a := &attachments[i]
		if !isPicture(a) {
			continue
		}
		data, ok := losses.Content(a)
		if !ok {
			continue
		}
		url := timeline.Concat(timeline.NewText("data:"+a.MediaType+";base64,"), data)
		pictures = append(pictures, picture{url: url, isLeading: a.Leading})
	}
	return pictures
}
