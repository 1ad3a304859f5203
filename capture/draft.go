package capture

import (
	"sync"
	"time"
)

// Draft tells from the keys of a terminal whether somebody has typed what was not submitted yet. It knows the keys that
// every composer knows: after others it may take a text for longer than it is, never for shorter. The zero value is an
// empty composer. It is safe for use by several goroutines.
type Draft struct {
	mutex sync.Mutex
	typed int
	// sequence is what is left of an escape sequence: keys without a text, and the terminal's own answers.
	sequence sequence
	pasting  bool
	// parameters are the first two numbers of the sequence, at is which of them the next digit belongs to.
	parameters [2]int
	at         int
}

// sequence is the part of an escape sequence in which the keys are.
type sequence int

const (
	noSequence sequence = iota
	escaped             // behind ESC
	control             // behind ESC [
	single              // behind ESC O: one key more
	text                // a text of the terminal's, up to BEL or ESC \
	textEscaped
)

// The keys that change a composer's text as a whole.
const (
	interruptKey = 0x03
	killKey      = 0x15
	escapeKey    = 0x1b
	bell         = 0x07
	deleteKey    = 0x7f
)

// The parameters of sequences that count: around what is pasted, and of the keys above as the protocol of kitty sends
// them.
const (
	pasteBegins = 200
	pasteEnds   = 201
	enter       = 13
	withControl = 5
	most        = 999
)

// Input takes what was typed.
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

// IsEmpty reports whether nothing stands in the composer.
func (d *Draft) IsEmpty() bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.typed == 0 && !d.pasting
}

// apply takes a key that is none of a sequence.
func (d *Draft) apply(key byte) {
	switch {
	case d.pasting:
		d.typed++
	case key == '\r', key == '\n', key == interruptKey, key == killKey:
		d.typed = 0
	case key == deleteKey, key == '\b':
		d.typed = max(0, d.typed-1)
	case key >= ' ' && key&0xc0 != 0x80: // of a character in several bytes the first
		d.typed++
	}
}

// begins says what follows ESC.
var begins = map[byte]sequence{'[': control, 'O': single, ']': text, 'P': text, '_': text, '^': text,
	escapeKey: escaped}

// pass goes through an escape sequence.
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

// control goes through a sequence with parameters.
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

// ends takes the meaning of a sequence with parameters.
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
