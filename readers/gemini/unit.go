package gemini

import (
	"iter"

	"stead/timeline"
)

// unit is the content of an entry: a text, a call or a result.
type unit struct {
	entry string
	// key is the digest of a text or a call.
	key uint64
	// answer is the result of a call. thought is the thinking in the call's message, if that message has no text.
	answer, thought *unit
	// replaced marks content that a summary replaced: it is no longer in the CLI's conversation, but is still part of the
	// session's.
	replaced bool
	// left is the event in which the content left the conversation. It is negative for content that the CLI will drop at
	// the next resume.
	left int
}

// known is a message that was seen, with its content.
type known struct {
	id    string
	text  []*unit
	calls map[string]*unit
	// counted reports that the token usage of the response was already emitted.
	counted bool
	// results are the results in the message, whether new or repeated.
	results []*unit
	// unknowns counts the unknown pieces that were already emitted.
	unknowns int
	// rank is the message's position in the view, from 1. It is 0 if the message is not in the view.
	rank int
}

// isReported reports whether a message has produced any entry. If it has not, its first record holds the token usage:
// the CLI writes a response with calls first without the calls, and again when they have ended.
func (k *known) isReported() bool { return len(k.text)+len(k.calls)+len(k.results) > 0 }

// units yields the content of a message.
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

// count adds the token usage of a response to an entry, once.
func (k *known) count(m *message, e *timeline.Entry) {
	if m.usage != nil && !k.counted {
		k.counted, e.Usage = true, m.usage
	}
}

// mark sets the event in which the messages left the conversation.
func mark(view []*known, event int) {
	for _, k := range view {
		for u := range k.units() {
			if u.left >= 0 {
				u.left = event
			}
		}
	}
}
