package timeline

import (
	"bytes"
	"encoding/json"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// HasHalf reports whether JSON holds half a character: the escape of one half of a surrogate pair without the other.
// JavaScript writes these where it cuts a text in two. They are valid JSON, but serde_json and other parsers reject any
// document that contains one.
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

// isHalf reports whether the given escape sequence holds half a character. It takes one escape, or two in a row if the
// first may begin a pair.
func isHalf(escapes []byte) bool {
	if len(escapes) == 12 {
		return utf16.DecodeRune(codeUnit(escapes), codeUnit(escapes[6:])) == utf8.RuneError
	}
	return utf16.IsSurrogate(codeUnit(escapes))
}

// isWholeRecord reports whether a text is a record whose only flaw is half characters, as [Record.AppendJSON] writes
// it.
func isWholeRecord(text string) bool {
	raw := []byte(text)
	return json.Valid(raw) && HasHalf(raw) && len(bytes.TrimFunc(raw, unicode.IsSpace)) == len(raw)
}
