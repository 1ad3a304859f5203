package timeline

import (
	"bytes"
	"unicode/utf8"
)

// Characters counts the characters of the decoded string, without decoding it.
func (t Text) Characters() int64 {
	inner := t.Inner()
	n := utf8.RuneCount(inner)
	for at := bytes.IndexByte(inner, '\\'); at >= 0; at = bytes.IndexByte(inner, '\\') {
		length := unitLength(inner[at:])
		if length == 12 {
			_, length = unescapeUnit(inner[at:]) // which may be no pair
		}
		n -= length - 1
		inner = inner[at+length:]
	}
	return int64(n)
}
