package sharing

import (
	"bytes"
	"context"
	"time"
	"unicode/utf8"
)

// The times of a ring.
const (
	// ringPause is how long a program must have drawn nothing until its last sequence counts as complete.
	ringPause = 20 * time.Millisecond
	// longestRing is the maximum time to wait for such a pause.
	longestRing = 2 * time.Second
)

// Overlay is what stead draws on the users' terminals over the picture of a program, in pauses of the program's output.
type Overlay struct {
	hub *Hub
	// The hub's lock guards the following fields.
	drawn time.Time // the time of the last output
	torn  bool      // the last output ended within a sequence
}

// below records what the program has drawn.
func (o *Overlay) below(chunk []byte, at time.Time) { o.drawn, o.torn = at, isTorn(chunk) }

// Ring sends something to the users' terminals that draws nothing, such as a bell or a notification. It waits for a
// pause in the output, because bytes within a sequence of the program would break that sequence. It reports whether
// there was a pause.
func (o *Overlay) Ring(sequence []byte) bool {
	return o.inPause(func() []byte { return sequence })
}

// coverAgain is the time between two checks whether the program has drawn since a line was put over its picture.
const coverAgain = 250 * time.Millisecond

// Cover puts a line over the first row of the users' terminals. The line is a text without controls. Cover removes it
// after the given time, or when ctx ends. Terminals whose size differs from that of the program's terminal do not
// display the line, and no terminal displays it if the output has no pause. If the program draws in the meantime, Cover
// draws the line again.
func (o *Overlay) Cover(ctx context.Context, text string, shown time.Duration) {
	ctx, end := context.WithTimeout(ctx, shown)
	defer end()
	var covered time.Time
	for ctx.Err() == nil {
		if drawn := o.drawnAt(); covered.IsZero() || drawn.After(covered) {
			if o.inPause(func() []byte { return o.hub.picture.current().Cover(text) }) {
				covered = o.hub.now()
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(coverAgain):
		}
	}
	if !covered.IsZero() {
		o.inPause(func() []byte { return o.hub.picture.current().Uncover() })
	}
}

func (o *Overlay) drawnAt() time.Time {
	o.hub.access.Lock()
	defer o.hub.access.Unlock()
	return o.drawn
}

// inPause writes to the users' terminals in a pause of the output, and reports whether there was a pause.
func (o *Overlay) inPause(sequence func() []byte) bool {
	for waited := time.Duration(0); waited < longestRing; waited += ringPause {
		if o.ring(sequence) {
			return true
		}
		time.Sleep(ringPause)
	}
	return false
}

func (o *Overlay) ring(sequence func() []byte) bool {
	o.hub.access.Lock()
	defer o.hub.access.Unlock()
	if o.torn || o.hub.now().Sub(o.drawn) < ringPause {
		return false
	}
	drawn := sequence()
	for client := range o.hub.clients.set {
		client.show(drawn, o.hub.program.cancel)
	}
	return true
}

// ending is the number of bytes at the end of a chunk that show whether it is complete. CLIs write long strings, such
// as titles, at once.
const ending = 256

// isTorn reports whether output ends within a sequence or a character.
func isTorn(output []byte) bool {
	output = output[max(0, len(output)-ending):]
	if r, size := utf8.DecodeLastRune(output); r == utf8.RuneError && size == 1 {
		return true
	}
	at := bytes.LastIndexByte(output, '\x1b')
	if at < 0 {
		return false
	}
	sequence := output[at+1:]
	if len(sequence) == 0 {
		return true
	}
	switch sequence[0] {
	case '[':
		return !bytes.ContainsFunc(sequence[1:], func(r rune) bool { return r >= '@' && r <= '~' })
	case ']', 'P', 'X', '^', '_':
		return !bytes.ContainsAny(sequence, "\a\x18\x1a")
	}
	return false
}
