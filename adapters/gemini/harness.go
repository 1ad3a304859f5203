package gemini

import (
	"slices"
	"strings"
	"unicode"

	"stead/timeline"
)

// Thanks is the model's answer to a summary, which the CLI writes itself: by it a compaction is known.
const Thanks = "Got it. Thanks for the additional context!"

// preambles begin the texts that the CLI never takes up again from a session.
var preambles = []string{"<session_context>", "<hook_context>"}

// IsPreamble reports whether a text is the description of the surroundings with which each conversation begins.
func IsPreamble(text timeline.Text) bool {
	return strings.HasPrefix(begin(text, ""), preambles[0])
}

// IsDropped reports whether the CLI leaves out a message of the user that begins with the text when it resumes a
// session (0.61.0). One that begins with the surroundings it leaves out, too, but there stands what was told before it
// wrote the history anew.
func IsDropped(text timeline.Text) bool {
	return hasAnyPrefix(begin(text, ""), []string{preambles[1], "/", "?"})
}

// Interrupted is the message that the CLI draws when the user stopped a turn.
const Interrupted = "Request cancelled."

// shield is put before a text that the CLI would drop: WORD JOINER, which is not seen, and which neither JavaScript's
// trim nor the CLI itself takes away, as the zero width spaces.
const shield = '\u2060'

// Shielded returns a user's text such that the CLI sends it to the model: when it resumes a session it drops texts that
// begin like a command ("/", "?") or like a preamble. Shields that a text has already count as part of it, so that each
// text comes back as it was.
func Shielded(text timeline.Text) (shielded timeline.Text, changed bool) {
	if !isDropped(text) {
		return text, false
	}
	return timeline.Concat(timeline.NewText(string(shield)), text), true
}

// Unshielded undoes [Shielded].
func Unshielded(text timeline.Text) timeline.Text {
	if !text.HasPrefix(string(shield)) || !isDropped(text) {
		return text
	}
	return timeline.NewText(strings.TrimPrefix(text.String(), string(shield)))
}

// isDropped reports whether the CLI would drop a text, but for shields before it.
func isDropped(text timeline.Text) bool {
	bare := begin(text, string(shield))
	return hasAnyPrefix(bare, preambles) || hasAnyPrefix(bare, []string{"/", "?"})
}

// begin returns the beginning of a text behind the given characters and the white space that the CLI trims off. A body
// is decoded only when it begins with much of it.
func begin(text timeline.Text, cutset string) string {
	if head := trim(strings.TrimLeft(text.Head(256), cutset)); len(head) > 64 || text.Len() <= 256 {
		return head
	}
	return trim(strings.TrimLeft(text.String(), cutset))
}

// trim takes white space off the beginning as JavaScript does: a byte order mark is some there, U+0085 is not.
func trim(text string) string {
	return strings.TrimLeftFunc(text, func(r rune) bool { return r == '\uFEFF' || (unicode.IsSpace(r) && r != '\u0085') })
}

func hasAnyPrefix(text string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(text, prefix) })
}
