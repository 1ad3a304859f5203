package reading

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Columns is the maximum number of characters in a line that [Reading.Lines] counts.
const Columns = 80

// lines counts the lines of an entry's texts.
func (e *Entry) lines() uint16 {
	count := 0
	for _, text := range []string{e.Text, e.Thinking, e.Line, e.Output, e.Error} {
		count += linesOf(text)
	}
	return uint16(min(count, math.MaxUint16)) //nolint:gosec // it fits
}

func linesOf(text string) (count int) {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		count += max(1, (utf8.RuneCountInString(line)+Columns-1)/Columns)
	}
	if text == "" {
		return 0
	}
	return count
}
