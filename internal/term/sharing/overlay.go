package sharing

import (
	"bytes"
	"context"
	"time"
	"unicode/utf8"
)

// Times of a ring.
const (
	// ringPause is how long a program must have drawn nothing for its last sequence to be believed whole.
	ringPause = 20 * time.Millisecond
	// longestRing is how long such a pause is waited for.
	longestRing = 2 * time.Second
)

// Overlay is what stead puts on the users' terminals over the picture that a program draws, in pauses of its output.
type Overlay struct {
	hub *Hub
	// Guarded by the hub's lock.
	drawn time.Time // when there was output last
	torn  bool      // it ended in the middle of a sequence
}

// below takes in what the program has drawn.
func (o *Overlay) below(chunk []byte, at time.Time) { o.drawn, o.torn = at, isTorn(chunk) }

// Ring sends the users' terminals something that draws nothing: a bell, a notification. It waits for a pause of the
// output, for what came in the middle of a program's own sequence would break that, and reports whether there was one.
func (o *Overlay) Ring(sequence []byte) bool {
	return o.inPause(func() []byte { return sequence })
}

// coverAgain is how often stead looks whether the program has drawn since a line was put over it.
const coverAgain = 250 * time.Millisecond

// Cover puts a line over the first row of the users' terminals, a text without controls, and takes it away after a
// while, or when ctx ends. Terminals of another size than the program's do not get it, and none does where there is no
// place for it between what the program draws. Where the program draws meanwhile, the line is put there again.
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

// inPause writes to the users' terminals in a pause of the output, and reports whether there was one.
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

// ending is how much of the end of a chunk tells whether it is whole: CLIs write long strings, such as titles, at once.
const ending = 256

// isTorn reports whether output ends in the middle of a sequence or of a character.
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
