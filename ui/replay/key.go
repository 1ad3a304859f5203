package replay

import (
	"bytes"
	"unicode/utf8"
)

// Key is a pressed key: the character that it types, or the name of a key that types none.
type Key string

// Keys that type no character.
const (
	Up        Key = "up"
	Down      Key = "down"
	Left      Key = "left"
	Right     Key = "right"
	PageUp    Key = "page up"
	PageDown  Key = "page down"
	Home      Key = "home"
	End       Key = "end"
	Enter     Key = "enter"
	Escape    Key = "escape"
	Backspace Key = "backspace"
	Interrupt Key = "interrupt"
)

// sequences are the byte sequences that terminals send for keys: in normal and in application mode, and those of the
// VT220.
var sequences = map[string]Key{
	"\x1b[A": Up, "\x1b[B": Down, "\x1b[C": Right, "\x1b[D": Left, "\x1bOA": Up, "\x1bOB": Down, "\x1bOC": Right,
	"\x1bOD": Left,
	"\x1b[H": Home, "\x1b[F": End, "\x1bOH": Home, "\x1bOF": End, "\x1b[1~": Home, "\x1b[4~": End, "\x1b[5~": PageUp,
	"\x1b[6~": PageDown,
}

var controls = map[byte]Key{
	'\r': Enter, '\n': Enter, 0x7f: Backspace, '\b': Backspace, 0x03: Interrupt, 0x04: Interrupt, 0x06: PageDown,
	0x02: PageUp, 0x0e: Down, 0x10: Up,
}

// nextKey returns the first key in typed, and the number of bytes that it took. 0 means that more bytes must come. An
// unknown key is empty.
func nextKey(typed []byte) (Key, int) {
	if typed[0] == '\x1b' {
		return escaped(typed)
	}
	if key, ok := controls[typed[0]]; ok {
		return key, 1
	}
	if typed[0] < ' ' {
		return "", 1
	}
	if !utf8.FullRune(typed) {
		return "", 0
	}
	r, size := utf8.DecodeRune(typed)
	return Key(r), size
}

// escaped returns the key of an escape sequence. An escape byte with nothing after it is the Escape key.
func escaped(typed []byte) (Key, int) {
	if len(typed) == 1 {
		return Escape, 1
	}
	if typed[1] != '[' && typed[1] != 'O' {
		return Escape, 1
	}
	end := bytes.IndexFunc(typed[2:], func(r rune) bool { return r >= '@' && r <= '~' })
	if end < 0 {
		return "", 0
	}
	length := 2 + end + 1
	return sequences[string(typed[:length])], length
}
