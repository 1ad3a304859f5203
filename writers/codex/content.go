package codex

import (
	"strings"

	"stead/timeline"
	"stead/writers"
)

// picture is a picture as Codex takes it: a data URL.
type picture struct {
	url timeline.Text
	// isLeading tells that it stands before the text.
	isLeading bool
}

// messageMembers adds the members of a message: its text and its pictures.
func messageMembers(o *timeline.Object, role, textPart string, text timeline.Text, pictures []picture) {
	o.String("type", "message")
	o.String("role", role)
	o.Append("content", func(dst []byte) []byte { return appendParts(dst, textPart, "input_image", text, pictures) })
}

// appendParts appends the parts of a message or an output. The model gets them and the terminal draws them under different names.
func appendParts(dst []byte, textPart, imagePart string, text timeline.Text, pictures []picture) []byte {
	dst = append(dst, '[')
	dst = appendPictures(dst, imagePart, pictures, true)
	if !text.IsEmpty() || len(pictures) == 0 {
		dst = appendPart(dst, textPart, "text", text)
	}
	return append(appendPictures(dst, imagePart, pictures, false), ']')
}

func appendPictures(dst []byte, part string, pictures []picture, leading bool) []byte {
	for _, p := range pictures {
		if p.isLeading == leading {
			dst = appendPart(dst, part, "image_url", p.url)
		}
	}
	return dst
}

func appendPart(dst []byte, part, member string, text timeline.Text) []byte {
	dst = append(append(appendComma(dst), `{"type":"`...), part...)
	dst = append(append(append(dst, `","`...), member...), `":`...)
	return append(append(dst, text.JSON()...), '}')
}

func appendTexts(dst []byte, texts []timeline.Text) []byte {
	dst = append(dst, '[')
	for _, t := range texts {
		dst = append(appendComma(dst), t.JSON()...)
	}
	return append(dst, ']')
}

func appendURLs(dst []byte, pictures []picture) []byte {
	var urls []timeline.Text
	for _, p := range pictures {
		urls = append(urls, p.url)
	}
	return appendTexts(dst, urls)
}

// appendComma appends a comma unless an array has just begun.
func appendComma(dst []byte) []byte {
	if dst[len(dst)-1] == '[' {
		return dst
	}
	return append(dst, ',')
}

func isPicture(a *timeline.Attachment) bool { return strings.HasPrefix(a.MediaType, "image/") }

// picturesOf returns the pictures among attachments as data URLs, and counts those whose content is missing.
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
