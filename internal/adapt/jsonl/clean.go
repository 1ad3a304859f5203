package jsonl

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

var byteOrderMark = []byte("\uFEFF")

// Clean prepares a line for peeking. It returns the line without surrounding white space, byte order mark and carriage
// return, with invalid UTF-8 and lone surrogates replaced by U+FFFD, because other programs reject the whole record for
// one of those (serde_json does). Ok says whether the result is valid JSON. Changed says whether the line's own bytes
// cannot be embedded in other JSON and extracted unchanged. A valid line is returned unchanged, at no cost except the
// check.
func Clean(line []byte) (clean []byte, changed, ok bool) {
	clean = bytes.TrimSpace(bytes.TrimPrefix(line, byteOrderMark))
	if n := len(clean); n > 0 && clean[n-1] == 0 {
		// A file system may fill unwritten data with zeros after a crash of its machine.
		clean = bytes.TrimRight(clean, "\x00 \t\r")
	}
	if len(clean) > 0 && clean[0] == 0 {
		clean = bytes.TrimLeft(clean, "\x00 \t\r")
	}
	c := checker{line: clean}
	ok = c.check()
	if (!ok || c.high&tops != 0) && !utf8.Valid(clean) {
		clean, changed = bytes.ToValidUTF8(clean, []byte("\uFFFD")), true
	}
	if !ok || c.hasSurrogate {
		clean = repairSurrogates(clean)
	}
	return clean, changed || len(clean) != len(line), ok
}

// Whole is like Clean, but keeps lone surrogates. It is for a file whose parts are kept as records.
func Whole(file []byte) (whole []byte, ok bool) {
	clean, _, ok := Clean(file)
	whole = bytes.TrimSpace(bytes.TrimPrefix(file, byteOrderMark))
	if len(clean) != len(whole) || !utf8.Valid(whole) {
		return clean, ok // it was not UTF-8
	}
	return whole, ok
}

// repairSurrogates replaces escapes of unpaired surrogates with \ufffd, which has the same length.
func repairSurrogates(line []byte) []byte {
	var repaired []byte
	for at := 0; at+6 <= len(line); {
		if line[at] != '\\' {
			at++
			continue
		}
		unit, ok := unicodeEscape(line[at:])
		switch {
		case !ok:
			at += 2
		case isHigh(unit) && pairFollows(line[at+6:]):
			at += 12
		case isHigh(unit) || isLow(unit):
			if repaired == nil {
				repaired = bytes.Clone(line)
			}
			copy(repaired[at:], `\ufffd`)
			at += 6
		default:
			at += 6
		}
	}
	if repaired == nil {
		return line
	}
	return repaired
}

func pairFollows(b []byte) bool {
	unit, ok := unicodeEscape(b)
	return ok && isLow(unit)
}

func isHigh(unit uint16) bool { return unit >= 0xD800 && unit < 0xDC00 }
func isLow(unit uint16) bool  { return unit >= 0xDC00 && unit < 0xE000 }

// unicodeEscape decodes a \uXXXX escape at the beginning of b.
func unicodeEscape(b []byte) (uint16, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var unit uint16
	for _, c := range b[2:6] {
		digit := strings.IndexByte("0123456789abcdefABCDEF", c)
		if digit < 0 {
			return 0, false
		}
		if digit > 15 {
			digit -= 6
		}
		unit = unit<<4 | uint16(digit)
	}
	return unit, true
}
