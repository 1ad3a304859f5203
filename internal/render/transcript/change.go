package transcript

import (
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/render/changes"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Change returns what a call changes in files, as lines that begin like those of a diff: the old and the new text of an
// edit, its patch, or the content of a written file. Most limits its length in bytes; 0 means no limit. More is the
// number of bytes left out. For a call that changes no file, lines is empty.
func Change(call *timeline.Entry, most int) (lines string, more int64) {
	switch call.Tool {
	case timeline.Edit:
		for _, f := range Fields(call, most) {
			if f.IsChange {
				return f.Value, f.More
			}
		}
	case timeline.Write:
		content := jsonl.Value(call.Input).Get("content")
		if !content.IsString() {
			return "", 0
		}
		var b strings.Builder
		text, more := Cut(timeline.RawText(content), most)
		prefixed(&b, "+", text)
		return b.String(), more
	default:
	}
	return "", 0
}

// change returns the difference of two texts.
func change(old, new timeline.Text, most int) Field {
	var b strings.Builder
	for _, f := range changes.Edit("", plain.Clean(old.String()), plain.Clean(new.String()), changes.Bounds{}).Files {
		for i, hunk := range f.Hunks {
			if i > 0 {
				b.WriteString("@@\n")
			}
			for _, line := range hunk.Lines {
				b.WriteString(line + "\n")
			}
		}
	}
	text, more := cut(b.String(), most)
	return Field{Name: "change", Value: text, IsBlock: true, IsChange: true, More: more}
}

func withLineEnd(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

func prefixed(b *strings.Builder, mark, text string) {
	for line := range strings.Lines(plain.Clean(text)) {
		b.WriteString(mark + withLineEnd(line))
	}
}
