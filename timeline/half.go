package timeline

import (
	"bytes"
	"encoding/json"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// HasHalf reports whether JSON holds half a character: the escape of one half of a surrogate pair without the other.
// JavaScript writes such where it cuts a text in two. It is valid JSON, but serde_json and other parsers refuse all
// that it stands in.
func HasHalf(value []byte) bool {
	if !bytes.Contains(value, []byte(`\ud`)) && !bytes.Contains(value, []byte(`\uD`)) {
		return false
	}
	for at := bytes.IndexByte(value, '\\'); at >= 0; at = bytes.IndexByte(value, '\\') {
		value = value[at:]
		length := unitLength(value)
		if length >= 6 && isHalf(value[:length]) {
			return true
		}
		value = value[length:]
	}
	return false
}

// isHalf reports whether one escape, or two in a row of which the first may begin a pair, hold half a character.
func isHalf(escapes []byte) bool {
	if len(escapes) == 12 {
		return utf16.DecodeRune(codeUnit(escapes), codeUnit(escapes[6:])) == utf8.RuneError
	}
	return utf16.IsSurrogate(codeUnit(escapes))
}

// isWholeRecord reports whether a text is a record that is sound but for halves of characters, as [Record.AppendJSON]
// writes it.
func isWholeRecord(text string) bool {
	raw := []byte(text)
	return json.Valid(raw) && HasHalf(raw) && len(bytes.TrimFunc(raw, unicode.IsSpace)) == len(raw)
}
