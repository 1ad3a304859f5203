package plain

import (
	"strings"

	"stead/internal/sys/lazy"
)

// Message breaks the lines of a message for people so that no line is wider than width cells. It breaks only between
// words, whereas a terminal would break anywhere. Continuation lines are aligned with the text after a label
// ("delivered 14 entries"). A command to copy is not broken if it fits into a line. A word that is too long is left to
// the terminal, which copies it whole. A width of 0 or less means no limit.
func Message(s string, width int) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if width > 0 && Width(line) > width {
			lines[i] = messageLine(line, width)
		}
	}
	return strings.Join(lines, "\n")
}

// labelled matches what precedes the text of a line: an indent, or a label with its blanks.
var labelled = lazy.Regexp(`^( *\S+( \S+)?  +| *)\S`)

// mostIndent is the maximum width of a label with which continuation lines are aligned.
const mostIndent = 16

func messageLine(line string, width int) string {
	indent := 0
	if match := labelled().FindStringSubmatch(line); match != nil && Width(match[1]) <= mostIndent {
		indent = Width(match[1])
	}
	var b strings.Builder
	b.WriteString(line[:indent])
	at, begins := indent, true
	for _, word := range unbroken(strings.Fields(line[indent:]), width-indent) {
		switch {
		case begins:
		case at+1+Width(word) > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			b.WriteString(" ")
			at++
		}
		b.WriteString(word)
		at, begins = at+Width(word), false
	}
	return b.String()
}

// unbroken joins the words of each command that fits into a line: of a command between backquotes, and of a stead
// command after a colon.
func unbroken(words []string, width int) []string {
	var all []string
	for i := 0; i < len(words); {
		end := i + 1
		switch {
		case strings.Count(words[i], "`") == 1:
			for end < len(words) && !strings.Contains(words[end-1][1:], "`") {
				end++
			}
		case words[i] == "stead" && i > 0 && strings.HasSuffix(words[i-1], ":"):
			for end < len(words) && !strings.HasPrefix(words[end], "(") && !strings.HasSuffix(words[end-1], ")") {
				end++
			}
		}
		if Width(strings.Join(words[i:end], " ")) > width {
			end = i + 1
		}
		all = append(all, strings.Join(words[i:end], " "))
		i = end
	}
	return all
}
