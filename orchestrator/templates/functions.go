package templates

import (
	"fmt"
	"strings"
	"text/template"
)

// functions returns the functions of a body, in addition to those of text/template. Read reads a file; it is nil if
// nothing is rendered.
func functions(read func(path string) (string, error)) template.FuncMap {
	return template.FuncMap{
		"file":  func(path any) (string, error) { return read(fmt.Sprint(path)) },
		"fence": fence,
		"quote": func(value any) string { return prefixed("> ", fmt.Sprint(value)) },
		"indent": func(n int, value any) string {
			return prefixed(strings.Repeat(" ", min(max(n, 0), 80)), fmt.Sprint(value))
		},
		"list": bulleted,
		"trim": func(value any) string { return strings.TrimSpace(fmt.Sprint(value)) },
	}
}

// fence returns a text as a Markdown code block, whose fence is longer than any in the text (CommonMark, section 4.5).
func fence(value any) string {
	text := strings.Trim(fmt.Sprint(value), "\n")
	longest := 0
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, " ")
		longest = max(longest, len(line)-len(strings.TrimLeft(line, "`")))
	}
	mark := strings.Repeat("`", max(3, longest+1))
	return mark + "\n" + text + "\n" + mark
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(prefix+line, " ")
	}
	return strings.Join(lines, "\n")
}

// bulleted returns the lines of a text as a Markdown list.
func bulleted(value any) string {
	var items []string
	for line := range strings.SplitSeq(fmt.Sprint(value), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			items = append(items, "- "+line)
		}
	}
	return strings.Join(items, "\n")
}
