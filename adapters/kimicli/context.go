package kimicli

import (
	"bytes"
	"html"
	"strings"

	"stead/timeline"
)

// rebuilt lists the beginnings of notes that every CLI generates for its own model. No record names the subject of a
// note, so its text decides (read in Kimi CLI 1.51.0).
var rebuilt = []struct {
	begin string
	kind  timeline.OriginKind
}{
	{"CHECKPOINT ", timeline.Trace},
	{"The user just ran `/init` slash command.", timeline.Instructions},
	{"You are running in afk mode.", timeline.Mode},
	{"Afk mode is now disabled.", timeline.Mode},
	{"Plan mode ", timeline.Mode},
}

// Context returns the content of a message that the CLI wrote (see [IsHarness]), without its tags, and its origin.
// IsRebuilt reports that every CLI generates this content itself.
func Context(c Content) (content timeline.Text, origin *timeline.Origin, isRebuilt bool) {
	first := c.Texts[0]
	if first.HasPrefix(notificationTag) {
		return inner(first), &timeline.Origin{Kind: timeline.Notification, Name: attribute(first, "source_id")}, false
	}
	texts := append([]timeline.Text{noteOf(first)}, c.Texts[1:]...)
	for _, r := range rebuilt {
		if texts[0].HasPrefix(r.begin) {
			return timeline.Join(texts, "\n"), &timeline.Origin{Kind: r.kind}, true
		}
	}
	return timeline.Join(texts, "\n"), &timeline.Origin{Kind: timeline.Reminder}, false
}

// noteOf returns a note without its tags.
func noteOf(text timeline.Text) timeline.Text {
	if note, ok := Note(text); ok {
		return note
	}
	return inner(text)
}

// inner returns the text between the first and the last tag, without the line breaks next to them.
func inner(text timeline.Text) timeline.Text {
	all := text.Inner()
	begin, end := bytes.IndexByte(all, '>')+1, bytes.LastIndex(all, []byte("</"))
	if begin > end {
		return text
	}
	if bytes.HasPrefix(all[begin:end], []byte(`\n`)) {
		begin += len(`\n`)
	}
	if bytes.HasSuffix(all[begin:end], []byte(`\n`)) && !bytes.HasSuffix(all[begin:end], []byte(`\\n`)) {
		end -= len(`\n`)
	}
	return text.Slice(begin, end)
}

// maxHead is the number of bytes at the start of a notification that hold its attributes.
const maxHead = 1 << 10

func attribute(text timeline.Text, name string) string {
	head, _, _ := strings.Cut(text.Head(maxHead), ">")
	_, rest, ok := strings.Cut(head, " "+name+`="`)
	value, _, ends := strings.Cut(rest, `"`)
	if !ok || !ends {
		return ""
	}
	return html.UnescapeString(value)
}
