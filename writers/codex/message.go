package codex

import (
	"fmt"
	"strings"

	format "stead/adapters/codex"
	"stead/timeline"
	"stead/writers"
)

// part is a part of a message of the user or the developer: a text with its mark, or an image.
type part struct {
	mark string
	text timeline.Text
	// url is the image. It then has no text.
	url timeline.Text
	// noted is the origin of the text, if the form of the text does not show it.
	noted *timeline.Origin
}

// textPart returns the part for an entry's text, and the role under which it is sent.
func textPart(e *timeline.Entry) (p part, role string) {
	form := format.FormOf(e)
	p = part{mark: form.Mark, text: form.Text}
	if _, origin, _ := form.Read(); !sameOrigin(origin, e.Origin) {
		p.noted = e.Origin
	}
	return p, form.Role
}

func sameOrigin(a, b *timeline.Origin) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Name == b.Name && a.Typed.Equal(b.Typed) && same(a.ExitCode, b.ExitCode) &&
		same(a.DurationMS, b.DurationMS)
}

// same reports whether both point to equal values, or both are nil.
func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// message writes a message and returns its JSON, which is valid until the next line is written.
func (out *output) message(timestamp, role string, parts []part) []byte {
	var note []byte
	origins := make([]*timeline.Origin, len(parts))
	for i, p := range parts {
		origins[i] = p.noted
		if p.noted != nil {
			note = []byte{}
		}
	}
	if note != nil {
		note = format.AppendNote(note, origins)
	}
	return out.noted(format.ResponseItem, timestamp, note, func(dst []byte) []byte {
		return timeline.AppendPlaced(dst, out.Place, func(o *timeline.Object) { partMembers(o, role, parts) })
	})
}

func partMembers(o *timeline.Object, role string, parts []part) {
	o.String("type", "message")
	o.String("role", role)
	o.Append("content", func(dst []byte) []byte {
		dst = append(dst, '[')
		for _, p := range parts {
			dst = p.append(o, dst, "input_text", "input_image")
		}
		return append(dst, ']')
	})
	o.Append("internal_chat_message_metadata_passthrough", func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.Append("content_item_kinds", func(dst []byte) []byte { return appendMarks(dst, parts) })
		})
	})
}

func (p part) append(o *timeline.Object, dst []byte, text, image string) []byte {
	if p.url.IsEmpty() {
		return appendPart(o, dst, text, "text", p.text)
	}
	return appendPart(o, dst, image, "image_url", p.url)
}

func appendMarks(dst []byte, parts []part) []byte {
	dst = append(dst, '[')
	for _, p := range parts {
		dst = timeline.AppendString(appendComma(dst), p.mark)
	}
	return append(dst, ']')
}

// pictureParts returns the images as parts of a message.
func pictureParts(pictures []picture) []part {
	parts := make([]part, len(pictures))
	for i, p := range pictures {
		parts[i] = part{mark: format.UserImage, url: p.url}
	}
	return parts
}

// tagged returns the images of something that the user named, each between the two texts with which Codex names an
// image.
func tagged(name string, pictures []picture) []part {
	var parts []part
	for i, p := range pictureParts(pictures) {
		called := name
		if called == "" || len(pictures) > 1 {
			called = strings.TrimSpace(name + " " + format.PictureName(i+1))
		}
		begin := part{mark: format.UserText, text: timeline.NewText(format.PictureTag(called))}
		end := part{mark: format.UserText, text: timeline.NewText(format.PictureEnd)}
		parts = append(parts, begin, p, end)
	}
	return parts
}

// contextParts returns the parts of a context's text and of its attachments. For a file without text that Codex does
// not accept, it returns only one description.
func contextParts(e *timeline.Entry, losses *writers.Losses) []part {
	pictures := picturesOf(e.Attachments, losses)
	text, _ := textPart(e)
	name := ""
	if e.Origin != nil {
		name = e.Origin.Name
	}
	described := documents(e.Attachments, losses)
	if e.Content.IsBlank() && len(described) > 0 {
		return append(tagged(name, pictures), described...)
	}
	return append(append([]part{text}, tagged(name, pictures)...), described...)
}

// documents returns a text for each attachment that is not an image, so that the model at least learns of it.
func documents(attachments []timeline.Attachment, losses *writers.Losses) []part {
	var parts []part
	for i := range attachments {
		a := &attachments[i]
		if isPicture(a) {
			continue
		}
		loseDocument(losses, a, "the model gets its name and size")
		note := &timeline.Entry{Type: timeline.User, Content: timeline.NewText(describe(a)),
			Origin: &timeline.Origin{Kind: timeline.Mention, Name: a.Name}}
		p, _ := textPart(note)
		parts = append(parts, p)
	}
	return parts
}

func loseDocument(losses *writers.Losses, a *timeline.Attachment, instead string) {
	losses.Item(writers.Media, 0, "attachment of type "+a.MediaType, "Codex takes pictures only: "+instead)
}

func describe(a *timeline.Attachment) string {
	size := a.Bytes
	if size == 0 {
		size = int64(a.Data.Len()) * 3 / 4
	}
	return fmt.Sprintf("a file of type %s, %d bytes, that could not be shown here", a.MediaType, size)
}
