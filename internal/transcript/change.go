package transcript

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"stead/internal/jsonl"
	"stead/internal/plain"
	"stead/timeline"
)

// Change returns what a call changes in files, as lines that begin as those of a diff do: what an edit replaces by what, its patch, or the
// content of a file that is written. Most bounds its length in bytes, where 0 is no limit; more is how many bytes were left out. A call that
// changes no file gives the empty string.
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

// change is the difference of two texts.
func change(old, new timeline.Text, most int) Field {
	var b strings.Builder
	if old.Len()+new.Len() > longestCompared {
		prefixed(&b, "-", old.String())
		prefixed(&b, "+", new.String())
	} else {
		compare(&b, plain.Clean(old.String()), plain.Clean(new.String()))
	}
	text, more := cut(b.String(), most)
	return Field{Name: "change", Value: text, IsBlock: true, IsChange: true, More: more}
}

// compare writes the lines of both texts, as diff marks them. The error of the comparison is about edits that overlap, of which there
// are none.
func compare(b *strings.Builder, old, new string) {
	old, new = withLineEnd(old), withLineEnd(new)
	diff, err := udiff.ToUnifiedDiff("", "", old, udiff.Lines(old, new), udiff.DefaultContextLines)
	if err != nil {
		return
	}
	for i, hunk := range diff.Hunks {
		if i > 0 {
			b.WriteString("@@\n")
		}
		for _, line := range hunk.Lines {
			b.WriteString(map[udiff.OpKind]string{udiff.Delete: "-", udiff.Insert: "+", udiff.Equal: " "}[line.Kind] + line.Content)
		}
	}
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
