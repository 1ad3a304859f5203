package rules

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// escaped returns the character that a JSON escape stands for, and the length of the escape. Anything else stands for
// itself.
func escaped[T searched](s T) (c rune, length int) {
	switch s[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b', 'f':
		return ' ', 2
	case 'u':
		if first, ok := unit(s, 0); ok {
			if second, ok := unit(s, 6); ok && utf16.IsSurrogate(first) {
				return utf16.DecodeRune(first, second), 12
			}
			return first, 6
		}
	}
	return rune(s[1]), 2
}

// unit returns the UTF-16 unit of the escape \uXXXX at a position.
func unit[T searched](s T, at int) (rune, bool) {
	if len(s) < at+6 || s[at] != '\\' || s[at+1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s[at+2:at+6]), 16, 16)
	return rune(n), err == nil
}

// unescapedPart returns the text of a part of the inside of a JSON string. It omits an escape that the part's beginning
// cuts.
func unescapedPart(raw []byte, from, to int) string {
	for back := from; back > 0 && raw[back-1] == '\\'; back-- {
		from++ // a backslash before it may escape it, and the rest of an escape is useless alone
	}
	from = min(from, to)
	var b strings.Builder
	b.Grow(to - from)
	for at := from; at < to; {
		if raw[at] != '\\' || at+1 >= to {
			next := at + 1
			for next < to && raw[next] != '\\' {
				next++
			}
			b.Write(raw[at:next])
			at = next
			continue
		}
		c, length := escaped(raw[at:to])
		if c < utf8.RuneSelf {
			b.WriteByte(byte(c))
		} else {
			b.WriteRune(c)
		}
		at += length
	}
	return b.String()
}
