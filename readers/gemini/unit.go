package gemini

import (
	"iter"

	"stead/timeline"
)

// unit is what an entry tells: a text, a call or a result.
type unit struct {
	entry string
	// key is the digest of a text or a call.
	key uint64
	// answer is the result of a call, thought what the model thought in the message of the call, where it said nothing.
	answer, thought *unit
	// replaced is set on what a summary stands for: it is no longer in the conversation that the CLI has, and yet a part
	// of it.
	replaced bool
	// left is the event by which it left the conversation. It is negative for what the CLI leaves out of it from the next
	// resume on.
	left int
}

// known is a message that was seen, with what it told.
type known struct {
	id    string
	text  []*unit
	calls map[string]*unit
	// counted is set when what the response cost has been told.
	counted bool
	// results are those that stand in it, first or again.
	results []*unit
	// unknowns counts what was told of it as unknown.
	unknowns int
	// rank is its position in the view, from 1. 0 when it is not there.
	rank int
}

// isReported reports whether a message has given any entry. If it has not, its first record holds its cost: the CLI
// writes a response with calls first without them, and again when they have ended.
func (k *known) isReported() bool { return len(k.text)+len(k.calls)+len(k.results) > 0 }

// units yields what a message told.
func (k *known) units() iter.Seq[*unit] {
	return func(yield func(*unit) bool) {
		for _, list := range [][]*unit{k.text, k.results} {
			for _, u := range list {
				if !yield(u) {
					return
				}
			}
		}
		for _, u := range k.calls {
			if !yield(u) {
				return
			}
		}
	}
}

// count tells what a response cost, once.
func (k *known) count(m *message, e *timeline.Entry) {
	if m.usage != nil && !k.counted {
		k.counted, e.Usage = true, m.usage
	}
}

// mark sets the event by which the messages left the conversation.
func mark(view []*known, event int) {
	for _, k := range view {
		for u := range k.units() {
			if u.left >= 0 {
				u.left = event
			}
		}
	}
}
