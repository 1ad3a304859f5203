package plain

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// JSON returns JSON whose strings hold no character that a terminal would obey: what JSON lets stand as it is, the 8-bit controls and the
// characters that turn text around, is escaped. It means the same. Data that holds none of them is returned as it is.
func JSON(data []byte) []byte {
	var escaped []byte
	kept := 0
	for i := 0; i < len(data); {
		if data[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if unicode.IsControl(r) || isInvisible(r) {
			escaped = fmt.Appendf(append(escaped, data[kept:i]...), `\u%04x`, r)
			kept = i + size
		}
		i += size
	}
	if kept == 0 {
		return data
	}
	return append(escaped, data[kept:]...)
}
