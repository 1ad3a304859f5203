package kimicli

import (
	"bytes"
	"strings"

	"stead/internal/adapt/encoded"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Content is what a message or an output holds.
type Content struct {
	Texts    []timeline.Text
	Thinking []timeline.Text
	Media    []timeline.Attachment
	// Unknown are the parts of a type that the CLI does not write.
	Unknown []jsonl.Value
}

// ReadContent reads a text, or parts.
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

// isPart reports whether a part is of one of the types of Kimi CLI 1.49, a closed list. Others may leave the type out.
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

// addMedia adds a picture, sound or film. One that lies elsewhere is told by its address, as the CLI does.
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

// The tags around what the CLI itself says in a message.
const (
	openTag  = "<system>"
	closeTag = "</system>"
)

// Note returns what the CLI says in a text that is nothing but a note of it.
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

// NewNote returns the text with which the CLI says something.
func NewNote(note timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText(openTag), note, timeline.NewText(closeTag))
}

// compacted is what the CLI says before a summary.
const compacted = "Previous context has been compacted. Here is the compaction output:"

// Summary returns the summary that a user's message holds, when it is the one with which a compacted context begins.
func Summary(c Content) (summary timeline.Text, ok bool) {
	if len(c.Texts) == 0 || !c.Texts[0].HasPrefix(openTag+compacted) {
		return timeline.Text{}, false
	}
	return timeline.Join(c.Texts[1:], "\n"), true
}

// SummaryNote is the text that stands before a summary.
func SummaryNote() timeline.Text { return NewNote(timeline.NewText(compacted)) }

// notificationTag begins what the CLI says of the end of a task.
const notificationTag = "<notification id="

// IsHarness reports whether a user's message was put there by the CLI: reminders, notifications, checkpoints and other
// notes. No record says so itself, so the first text must be wrapped whole: a prompt may begin with such a tag.
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

// TextOf returns a string value as a text, and anything else as the empty one.
func TextOf(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}
