package plain

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns JSON whose strings contain no character that a terminal would obey. It escapes the characters that JSON
// allows unescaped: the 8-bit controls and the characters that change the direction of text. It also escapes a byte
// that is not UTF-8 but an 8-bit control. The result has the same meaning. Data without such characters is returned
// unchanged.
func JSON(data []byte) []byte {
	var escaped []byte
	kept := 0
	for i := 0; i < len(data); {
		if data[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if unicode.IsControl(r) || isInvisible(r) || size == 1 && data[i] >= 0x80 && data[i] < 0xa0 {
			escaped = append(escaped, data[kept:i]...)
			for _, unit := range utf16.AppendRune(nil, r) {
				escaped = fmt.Appendf(escaped, `\u%04x`, unit)
			}
			kept = i + size
		}
		i += size
	}
	if kept == 0 {
		return data
	}
	return append(escaped, data[kept:]...)
}
