package kimicli

import (
	"bytes"
	"strings"

	"stead/internal/adapt/encoded"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Content is the content of a message or of a tool's output.
type Content struct {
	Texts    []timeline.Text
	Thinking []timeline.Text
	Media    []timeline.Attachment
	// Unknown lists the parts of types that the CLI does not write.
	Unknown []jsonl.Value
}

// ReadContent parses content, which is a text or an array of parts.
func ReadContent(content jsonl.Value) Content {
	var c Content
	if content.IsString() {
		c.addText(timeline.RawText(content))
	}
	for part := range jsonl.Elements(content) {
		var kind, text, think, url jsonl.Value
		for key, value := range jsonl.Members(part) {
			switch string(key) {
			case "type":
				kind = value
			case "text":
				text = value
			case "think":
				think = value
			case "image_url", "audio_url", "video_url":
				url = value.Get("url")
			}
		}
		switch {
		case !isPart(kind):
			c.Unknown = append(c.Unknown, part)
		case text.IsString():
			c.addText(timeline.RawText(text))
		case think.IsString():
			c.Thinking = append(c.Thinking, timeline.RawText(think))
		case url.IsString():
			c.addMedia(kind, timeline.RawText(url))
		}
	}
	return c
}

// isPart reports whether kind is one of the part types of Kimi CLI 1.49, a closed list. Other programs may omit the
// type.
func isPart(kind jsonl.Value) bool {
	switch kind.String() {
	case "", "text", "think", "image_url", "audio_url", "video_url":
		return true
	}
	return false
}

func (c *Content) addText(text timeline.Text) {
	if !text.IsEmpty() {
		c.Texts = append(c.Texts, text)
	}
}

// addMedia adds a picture, sound or video. If its content is stored elsewhere, addMedia adds its URL as text, as the
// CLI does.
func (c *Content) addMedia(kind jsonl.Value, url timeline.Text) {
	a, ok := encoded.ParseDataURL(url)
	switch {
	case ok:
		a.Leading = len(c.Texts) == 0
		c.Media = append(c.Media, a)
	case !url.IsEmpty() && !url.HasPrefix("data:"):
		c.addText(entry.Address(strings.TrimSuffix(kind.String(), "_url"), url))
	}
}

// Text returns the texts as one.
func (c Content) Text() timeline.Text { return timeline.Join(c.Texts, "\n") }

// The tags around the CLI's own notes in a message.
const (
	openTag  = "<system>"
	closeTag = "</system>"
)

// Note returns the CLI's note in a text. Ok is false if the text is not entirely a note.
func Note(text timeline.Text) (note timeline.Text, ok bool) {
	inner := text.Inner()
	if !text.HasPrefix(openTag) || !bytes.HasSuffix(inner, []byte(closeTag)) || len(inner) < len(openTag)+len(closeTag) {
		return timeline.Text{}, false
	}
	if !bytes.HasPrefix(inner, []byte(openTag)) { // a character of the tag is escaped
		return timeline.NewText(strings.TrimSuffix(strings.TrimPrefix(text.String(), openTag), closeTag)), true
	}
	return text.Slice(len(openTag), len(inner)-len(closeTag)), true
}

// NewNote returns a note as text, in the CLI's tags.
func NewNote(note timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText(openTag), note, timeline.NewText(closeTag))
}

// compacted is the CLI's note before a summary.
const compacted = "Previous context has been compacted. Here is the compaction output:"

// Summary returns the summary in a user's message if the message is the one that begins a compacted context.
func Summary(c Content) (summary timeline.Text, ok bool) {
	if len(c.Texts) == 0 || !c.Texts[0].HasPrefix(openTag+compacted) {
		return timeline.Text{}, false
	}
	return timeline.Join(c.Texts[1:], "\n"), true
}

// SummaryNote returns the text that precedes a summary.
func SummaryNote() timeline.Text { return NewNote(timeline.NewText(compacted)) }

// notificationTag begins the CLI's notification about the end of a task.
const notificationTag = "<notification id="

// IsHarness reports whether the CLI wrote a user's message: reminders, notifications, checkpoints and other notes. No
// record says so itself. Therefore a tag must enclose the whole first text, because a prompt may begin with such a tag.
func IsHarness(c Content) bool {
	if len(c.Texts) == 0 || len(c.Media) > 0 {
		return false
	}
	for prefix, end := range map[string]string{"<system-reminder>": "</system-reminder>",
		notificationTag: "</notification>", openTag: closeTag} {
		if c.Texts[0].HasPrefix(prefix) && strings.HasSuffix(strings.TrimSpace(c.Texts[0].String()), end) {
			return true
		}
	}
	return false
}

// TextOf returns a string value as a text, and the empty text for any other value.
func TextOf(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}
