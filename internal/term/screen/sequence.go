package screen

import (
	"bytes"
	"unicode/utf8"

	"stead/internal/sys/lazy"
)

// longestHeld bounds what is held back of a sequence that does not end: some carry whole pictures.
const longestHeld = 64 << 10

// What scan finds in place of a letter.
const (
	noLetter   = -1
	sameLetter = -2 // neither a letter nor anything that moves the cursor
)

// scan returns how much of output can be drawn: all but a control sequence or a character at its end that goes on in
// the next output. A terminal that joins between the two halves would show the second as text. Letter is where the last
// letter is, when the cursor has not been moved behind it.
func scan(output []byte) (end, letter int) {
	text := 0 // where the last text ends
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

// restoreCursor is how some programs restore the cursor: OpenCode 1.18.33, before it takes the alternate screen. The
// emulator knows only the other way.
var restoreCursor, restoreCursorKnown = []byte("\x1b[u"), []byte("\x1b8")

// understood is output in words that the emulator knows.
func understood(output []byte) []byte {
	if !bytes.Contains(output, restoreCursor) {
		return output
	}
	return bytes.ReplaceAll(output, restoreCursor, restoreCursorKnown)
}

// staysInPlace matches the sequences that certainly leave the cursor alone: styles, strings, and the modes of keyboard,
// mouse and cursor.
var staysInPlace = lazy.Regexp(`^\x1b(\[[0-9;:]*m|\[[<>=][0-9;]*u|\[\?(25|100[0-9]|2004|2026)[hl]|[\]P_])`)

// lastLetter returns where the last letter of the text is that ends at text, when no sequence behind it moves the
// cursor. Of the letters beyond Latin only those that draw boxes count: what may belong to the letter before it must be
// drawn together with that.
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

// sequenceLength measures the escape sequence at the start (ECMA-48), 0 when its end is not there.
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
			return from + i // broken off by the next one
		case c >= '@' && c <= '~', c == '\x18', c == '\x1a':
			return from + i + 1
		}
	}
	return 0
}

// stringLength measures a control string, which ends with BEL or ST, or is broken off.
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

// wholeCharacters returns the length of text without a character that is cut at its end.
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
