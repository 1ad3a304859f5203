package capture

import (
	"sync"
	"time"
)

// Draft determines from the keys of a terminal whether the user has typed text that is not submitted yet. It knows only
// the keys that every composer supports: after other keys it may overestimate the length of the text, but never
// underestimate it. The zero value is an empty composer. It is safe for concurrent use.
type Draft struct {
	mutex sync.Mutex
	typed int
	// sequence is the state within an escape sequence: keys without a text, and the terminal's own replies.
	sequence sequence
	pasting  bool
	// parameters are the first two numbers of the sequence. At is the index of the number that the next digit belongs
	// to.
	parameters [2]int
	at         int
}

// sequence is the part of an escape sequence that has been reached.
type sequence int

const (
	noSequence sequence = iota
	escaped             // after ESC
	control             // after ESC [
	single              // after ESC O: one more key
	text                // a text from the terminal, up to BEL or ESC \
	textEscaped
)

// The keys that affect a composer's text as a whole.
const (
	interruptKey = 0x03
	killKey      = 0x15
	escapeKey    = 0x1b
	bell         = 0x07
	deleteKey    = 0x7f
)

// The relevant parameters of sequences: around pasted text, and of the keys above in kitty's keyboard protocol.
const (
	pasteBegins = 200
	pasteEnds   = 201
	enter       = 13
	withControl = 5
	most        = 999
)

// Input processes typed keys.
func (d *Draft) Input(_ time.Time, keys []byte) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, key := range keys {
		if d.sequence != noSequence || key == escapeKey {
			d.pass(key)
		} else {
			d.apply(key)
		}
	}
}

// IsEmpty reports whether the composer is empty.
func (d *Draft) IsEmpty() bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.typed == 0 && !d.pasting
}

// apply processes a key outside any sequence.
func (d *Draft) apply(key byte) {
	switch {
	case d.pasting:
		d.typed++
	case key == '\r', key == '\n', key == interruptKey, key == killKey:
		d.typed = 0
	case key == deleteKey, key == '\b':
		d.typed = max(0, d.typed-1)
	case key >= ' ' && key&0xc0 != 0x80: // of a multi-byte character, only the first byte
		d.typed++
	}
}

// begins maps the key after ESC to the kind of sequence.
var begins = map[byte]sequence{'[': control, 'O': single, ']': text, 'P': text, '_': text, '^': text,
	escapeKey: escaped}

// pass processes a key of an escape sequence.
func (d *Draft) pass(key byte) {
	switch d.sequence {
	case noSequence:
		d.sequence, d.parameters, d.at = escaped, [2]int{}, 0
	case escaped:
		d.sequence = begins[key]
	case control:
		d.control(key)
	case text:
		switch key {
		case bell:
			d.sequence = noSequence
		case escapeKey:
			d.sequence = textEscaped
		}
	default:
		d.sequence = noSequence
	}
}

// control processes a key of a sequence with parameters.
func (d *Draft) control(key byte) {
	switch {
	case key >= '0' && key <= '9' && d.at < len(d.parameters):
		d.parameters[d.at] = min(d.parameters[d.at]*10+int(key-'0'), most)
	case key == ';':
		d.at++
	case key >= '@':
		d.sequence = noSequence
		d.ends(key)
	}
}

// ends processes a complete sequence with parameters.
func (d *Draft) ends(key byte) {
	first, modifiers := d.parameters[0], d.parameters[1]
	switch {
	case key == '~' && (first == pasteBegins || first == pasteEnds):
		d.pasting = first == pasteBegins
	case key == 'u' && first == enter && modifiers <= 1, key == 'u' && (first == 'c' || first == 'u') &&
		modifiers == withControl:
		d.typed = 0
	}
}
