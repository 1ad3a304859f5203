package plain

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns JSON whose strings hold no character that a terminal would obey: what JSON lets stand as it is, the
// 8-bit controls and the characters that turn text around, is escaped, and so is a byte that is no UTF-8 but an 8-bit
// control. It means the same. Data that holds none of them is returned as it is.
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
