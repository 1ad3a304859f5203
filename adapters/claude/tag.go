package claude

import (
	"bytes"

	"stead/timeline"
)

// Tagged returns a text inside an element with the given name, as the CLI writes it. With isBlock, the tags are on
// separate lines.
func Tagged(tag string, text timeline.Text, isBlock bool) timeline.Text {
	line := ""
	if isBlock {
		line = "\n"
	}
	return timeline.Concat(timeline.NewText("<"+tag+">"+line), text, timeline.NewText(line+"</"+tag+">"))
}

// HasTag reports whether a text begins with an element of that name.
func HasTag(tag string, text timeline.Text) bool { return text.HasPrefix("<" + tag + ">") }

// WithinBlock is like [Within] for an element whose tags are on separate lines. It removes the line feeds next to them.
func WithinBlock(tag string, text timeline.Text) (content timeline.Text, ok bool) {
	content, ok = Within(tag, text)
	return trimmed(content), ok
}

// Within returns the content of the first element with the given name. It ends at the last closing tag, so that a text
// that mentions the element is not cut. Ok is false if there is no such element.
func Within(tag string, text timeline.Text) (content timeline.Text, ok bool) {
	inner := plainTags(text).Inner()
	begin, end := bytes.Index(inner, []byte("<"+tag+">")), bytes.LastIndex(inner, []byte("</"+tag+">"))
	begin += len(tag) + len("<>")
	if begin <= len(tag)+1 || end < begin {
		return timeline.Text{}, false
	}
	return plainTags(text).Slice(begin, end), true
}

// trimmed removes one line feed from each end.
func trimmed(text timeline.Text) timeline.Text {
	inner := text.Inner()
	begin, end := 0, len(inner)
	if bytes.HasPrefix(inner, []byte(`\n`)) {
		begin = len(`\n`)
	}
	if end-begin >= len(`\n`) && bytes.HasSuffix(inner, []byte(`\n`)) && !isEscaped(inner[:end-len(`\n`)]) {
		end -= len(`\n`)
	}
	return text.Slice(begin, end)
}

// isEscaped reports whether the byte after an escaped text is part of an escape sequence.
func isEscaped(inner []byte) bool {
	return (len(inner)-len(bytes.TrimRight(inner, `\`)))%2 == 1
}

// plainTags returns the text with unescaped angle brackets, because JSON may escape them.
func plainTags(text timeline.Text) timeline.Text {
	if inner := text.Inner(); bytes.Contains(inner, []byte(`\u003`)) {
		return timeline.NewText(text.String())
	}
	return text
}

// The CLI escapes the output of the user's commands, and nothing else.
var escapes = [][2][]byte{{[]byte("<"), []byte("&lt;")}, {[]byte(">"), []byte("&gt;")}}

// Escaped returns the output of a user's command in escaped form, for use inside its element. Unescaped reverses it.
func Escaped(text timeline.Text) timeline.Text {
	inner := bytes.ReplaceAll(plainTags(text).Inner(), []byte("&"), []byte("&amp;"))
	for _, e := range escapes {
		inner = bytes.ReplaceAll(inner, e[0], e[1])
	}
	return quoted(inner)
}

// Unescaped returns the original output of a user's command.
func Unescaped(text timeline.Text) timeline.Text {
	inner := text.Inner()
	if bytes.IndexByte(inner, '&') < 0 {
		return text
	}
	for _, e := range escapes {
		inner = bytes.ReplaceAll(inner, e[1], e[0])
	}
	return quoted(bytes.ReplaceAll(inner, []byte("&amp;"), []byte("&")))
}

func quoted(inner []byte) timeline.Text {
	return timeline.RawText(append(append([]byte{'"'}, inner...), '"'))
}
