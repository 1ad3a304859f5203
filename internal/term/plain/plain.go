// Package plain makes text from sessions safe for a terminal or a file. Such text is not trusted: a tool's output may
// contain escape sequences that rename the window, move the cursor or write to the clipboard, and characters that
// change the direction of text. The package also provides other parts of messages for people: durations, and the
// suggestion for a mistyped word ([Nearest]).
package plain

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

const tab = "    "

// Text returns s without escape sequences and control characters. It keeps line ends, and replaces tabs with blanks.
func Text(s string) string { return strings.ReplaceAll(Clean(s), "\t", tab) }

// Clean does what Text does, but for a file rather than a terminal: it keeps tabs.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(ansi.Strip(s))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), isInvisible(r):
			return -1
		}
		return r
	}, s)
}

// isPlain reports whether s is printable ASCII with line feeds and tabs, as nearly all text is.
func isPlain(s string) bool {
	for i := range len(s) {
		if (s[i] < ' ' && s[i] != '\n' && s[i] != '\t') || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// isInvisible reports whether a character changes the direction of the text after it (Unicode's bidirectional
// controls), or ends a line in some terminals only.
func isInvisible(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u061c' || r == '\u200e' ||
		r == '\u200f' || r == '\u2028' || r == '\u2029'
}

// Line returns s as one line. It does what [Text] does, and replaces each run of white space with one blank.
func Line(s string) string {
	if isLine(s) {
		return s
	}
	return strings.Join(strings.Fields(Text(s)), " ")
}

// isLine reports whether s is printable ASCII with single blanks between its words. This is true of most cells of a
// long table, which are displayed unchanged.
func isLine(s string) bool {
	blank := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f || s[i] == ' ' && blank {
			return false
		}
		blank = s[i] == ' '
	}
	return s == "" || !blank
}

// isNarrow reports whether s is printable ASCII on one line, with one cell for each byte.
func isNarrow(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// Width returns the number of terminal cells that s occupies.
func Width(s string) int {
	if isNarrow(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

// Fit returns the beginning of s that fits into width cells, with "…" in place of what is missing. A width of 0 or less
// means no limit.
func Fit(s string, width int) string {
	if width <= 0 || len(s) <= width && isNarrow(s) {
		return s
	}
	return ansi.Truncate(s, width, "…")
}

// FitEnd returns the end of s that fits into width cells.
func FitEnd(s string, width int) string {
	over := Width(s) - width
	if width <= 0 || over <= 0 {
		return s
	}
	return ansi.TruncateLeft(s, over+1, "…")
}

// Wrap breaks the lines of s so that no line is wider than width cells. A width of 0 or less means no limit.
func Wrap(s string, width int) string {
	if width <= 0 {
		return s
	}
	return ansi.Wrap(s, width, "")
}
