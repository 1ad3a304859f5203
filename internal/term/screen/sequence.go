package screen

import (
	"bytes"
	"unicode/utf8"

	"stead/internal/sys/lazy"
)

// longestHeld is the maximum number of bytes held back for an incomplete sequence: some sequences carry whole images.
const longestHeld = 64 << 10

// The results of scan if there is no last character.
const (
	noLetter   = -1
	sameLetter = -2 // neither a character nor anything that moves the cursor
)

// scan returns how much of output can be drawn: everything except a control sequence or a character at its end that
// continues in the next output. A terminal that attaches between the two parts would display the second one as text.
// Letter is the position of the last character, if nothing after it has moved the cursor.
func scan(output []byte) (end, letter int) {
	text := 0 // the end of the last text
	for at := 0; ; {
		escape := bytes.IndexByte(output[at:], '\x1b')
		if escape < 0 {
			end = at + wholeCharacters(output[at:])
			if end > at {
				text = end
			}
			return end, lastLetter(output[:end], text)
		}
		at += escape
		if escape > 0 {
			text = at
		}
		length := sequenceLength(output[at:])
		if length == 0 {
			return at, lastLetter(output[:at], text)
		}
		at += length
	}
}

// restoreCursor is the sequence with which some programs restore the cursor, such as OpenCode 1.18.33 before it
// switches to the alternate screen. The emulator knows only the other sequence.
var restoreCursor, restoreCursorKnown = []byte("\x1b[u"), []byte("\x1b8")

// understood returns output with sequences that the emulator knows.
func understood(output []byte) []byte {
	if !bytes.Contains(output, restoreCursor) {
		return output
	}
	return bytes.ReplaceAll(output, restoreCursor, restoreCursorKnown)
}

// staysInPlace matches the sequences that certainly do not move the cursor: styles, strings, and the modes of keyboard,
// mouse and cursor.
var staysInPlace = lazy.Regexp(`^\x1b(\[[0-9;:]*m|\[[<>=][0-9;]*u|\[\?(25|100[0-9]|2004|2026)[hl]|[\]P_])`)

// lastLetter returns the position of the last character of the text that ends at text, if no sequence after it moves
// the cursor. Beyond Latin, only box-drawing characters count: a character that may combine with the one before it must
// be drawn together with that.
func lastLetter(output []byte, text int) int {
	for at := text; at < len(output); {
		length := sequenceLength(output[at:])
		if !staysInPlace().Match(output[at : at+length]) {
			return noLetter
		}
		at += length
	}
	if text == 0 {
		return sameLetter
	}
	r, size := utf8.DecodeLastRune(output[:text])
	if r >= ' ' && r <= '~' || r >= 0xa0 && r < 0x300 && r != 0xad || r >= 0x2500 && r < 0x2600 {
		return text - size
	}
	return noLetter
}

// sequenceLength returns the length of the escape sequence at the start (ECMA-48), or 0 if its end is missing.
func sequenceLength(s []byte) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '[':
		return parametersLength(s, 2)
	case ']', 'P', 'X', '^', '_':
		return stringLength(s)
	}
	for i, c := range s[1:] {
		if c < ' ' || c > '/' { // not an intermediate byte
			return i + 2
		}
	}
	return 0
}

func parametersLength(s []byte, from int) int {
	for i, c := range s[from:] {
		switch {
		case c == '\x1b':
			return from + i // interrupted by the next sequence
		case c >= '@' && c <= '~', c == '\x18', c == '\x1a':
			return from + i + 1
		}
	}
	return 0
}

// stringLength returns the length of a control string, which ends with BEL or ST, or is interrupted.
func stringLength(s []byte) int {
	for i := 2; i < len(s); i++ {
		switch s[i] {
		case '\a', '\x18', '\x1a':
			return i + 1
		case '\x1b':
			if i+1 == len(s) {
				return 0
			}
			if s[i+1] == '\\' {
				return i + 2
			}
			return i
		}
	}
	return 0
}

// wholeCharacters returns the length of text without an incomplete character at its end.
func wholeCharacters(text []byte) int {
	for back := 1; back <= min(utf8.UTFMax-1, len(text)); back++ {
		if start := len(text) - back; utf8.RuneStart(text[start]) {
			if !utf8.FullRune(text[start:]) {
				return start
			}
			break
		}
	}
	return len(text)
}
