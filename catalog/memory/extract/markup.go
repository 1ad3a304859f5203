package extract

import "strings"

// codeFence begins and ends a block of code in Markdown.
const codeFence = "```"

// markup reports whether a text holds a block of code, and whether it looks like Markdown: by a fence, a link, bold
// words, or a line that begins a heading, a list, a quotation or a table.
func markup(content string) (hasCode, hasMarkdown bool) {
	if strings.Contains(content, codeFence) {
		return true, true
	}
	if strings.Contains(content, "**") || strings.Contains(content, "](") {
		return false, true
	}
	for line := range strings.Lines(content) {
		if beginsBlock(line) {
			return false, true
		}
	}
	return false, false
}

func beginsBlock(line string) bool {
	switch line[0] {
	case '#':
		return strings.HasPrefix(strings.TrimLeft(line, "#"), " ")
	case '-', '*', '>', '|':
		return len(line) > 1 && line[1] == ' '
	case '1':
		return strings.HasPrefix(line, "1. ")
	}
	return false
}
