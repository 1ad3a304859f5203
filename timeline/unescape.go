package timeline

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape decodes the inside of a JSON string. Unlike encoding/json, it does not validate the JSON a second time,
// which is a third of the work. Invalid escape sequences stay unchanged.
func unescape(inner []byte) string {
	at := bytes.IndexByte(inner, '\\')
	if at < 0 {
		return string(inner)
	}
	var decoded strings.Builder
	decoded.Grow(len(inner))
	for ; at >= 0; at = bytes.IndexByte(inner, '\\') {
		decoded.Write(inner[:at])
		char, length := unescapeUnit(inner[at:])
		decoded.WriteRune(char)
		inner = inner[at+length:]
	}
	decoded.Write(inner)
	return decoded.String()
}

// unescapeUnit returns the character that the escape sequence at the start of b stands for, and the length of the
// sequence.
func unescapeUnit(b []byte) (char rune, length int) {
	length = unitLength(b)
	switch length {
	case 1:
		return '\\', 1
	case 2:
		return unescapeLetter(b[1]), 2
	case 12:
		if char = utf16.DecodeRune(codeUnit(b), codeUnit(b[6:])); char != utf8.RuneError {
			return char, 12
		}
		length = 6 // the two escapes are not a pair
	}
	return codeUnit(b[:length]), length // half a pair becomes U+FFFD when written
}

func unescapeLetter(letter byte) rune {
	switch letter {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return rune(letter)
}

// codeUnit returns the UTF-16 code unit of a \uXXXX escape.
func codeUnit(escape []byte) rune {
	unit, err := strconv.ParseUint(string(escape[2:min(6, len(escape))]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(unit)
}

// Characters counts the characters of the decoded string, without decoding it.
func (t Text) Characters() int64 {
	inner := t.Inner()
	n := utf8.RuneCount(inner)
	for at := bytes.IndexByte(inner, '\\'); at >= 0; at = bytes.IndexByte(inner, '\\') {
		length := unitLength(inner[at:])
		if length == 12 {
			_, length = unescapeUnit(inner[at:]) // the two escapes may not be a pair
		}
		n -= length - 1
		inner = inner[at+length:]
	}
	return int64(n)
}
