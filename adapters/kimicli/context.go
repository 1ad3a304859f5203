package kimicli

import (
	"bytes"
	"html"
	"strings"

	"stead/timeline"
)

// rebuilt are the beginnings of notes that every CLI makes anew for its own model. No record says what a note is of, so
// its text decides (read in Kimi CLI 1.51.0).
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

// Context returns what a message of the CLI's own says to the model (see [IsHarness]), without its tags, and how it
// came in. IsRebuilt is set for what every CLI makes anew.
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

// inner returns what stands between the first tag and the last, without the line breaks beside them.
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

// maxHead is how much of a notification holds its attributes.
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
