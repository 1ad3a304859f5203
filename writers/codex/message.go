package codex

import (
	"fmt"
	"strings"

	format "stead/adapters/codex"
	"stead/timeline"
	"stead/writers"
)

// part is a part of a message of the user's or the developer's: a text with its mark, or a picture.
type part struct {
	mark string
	text timeline.Text
	// url is a picture's. It has no text then.
	url timeline.Text
	// noted is the origin of the text as far as its form does not tell it.
	noted *timeline.Origin
}

// textPart returns the part that an entry's text becomes, and the role under which it is told.
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

// same reports whether both point to the same value, or neither to any.
func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// message writes a message and returns its JSON until the next line is written.
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

// pictureParts returns the pictures as parts of a message.
func pictureParts(pictures []picture) []part {
	parts := make([]part, len(pictures))
	for i, p := range pictures {
		parts[i] = part{mark: format.UserImage, url: p.url}
	}
	return parts
}

// tagged returns the pictures of something that the user named, each between the two texts by which Codex names a
// picture.
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

// contextParts returns the parts of a context's text and of its attachments. A file without a text that Codex does not
// take is told once.
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

// documents returns a text for each attachment that is no picture: the model learns at least that there is one.
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
