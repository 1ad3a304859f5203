package gemini

import (
	"slices"
	"strings"
	"unicode"

	"stead/timeline"
)

// Thanks is the answer to a summary. The CLI writes it in the model's name. It identifies a compaction.
const Thanks = "Got it. Thanks for the additional context!"

// preambles begin the texts that the CLI never restores from a session.
var preambles = []string{"<session_context>", "<hook_context>"}

// IsPreamble reports whether a text is the session context that begins each conversation.
func IsPreamble(text timeline.Text) bool {
	return strings.HasPrefix(begin(text, ""), preambles[0])
}

// IsDropped reports whether the CLI drops a message of the user that begins with the text when it resumes a session
// (0.61.0). The CLI also drops a message that begins with the session context, but IsDropped does not report it,
// because that message holds content that the model got before the CLI rewrote the history.
func IsDropped(text timeline.Text) bool {
	return hasAnyPrefix(begin(text, ""), []string{preambles[1], "/", "?"})
}

// Interrupted is the message that the CLI displays after the user stopped a turn.
const Interrupted = "Request cancelled."

// shield goes before a text that the CLI would drop. It is WORD JOINER, which is invisible. Unlike the zero width
// spaces, neither JavaScript's trim nor the CLI itself removes it.
const shield = '\u2060'

// Shielded returns a user's text in a form that the CLI sends to the model: when it resumes a session, it drops texts
// that begin like a command ("/", "?") or like a preamble. Shields that a text already has count as part of it, so that
// [Unshielded] restores every text.
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

// isDropped reports whether the CLI would drop a text if it had no shields before it.
func isDropped(text timeline.Text) bool {
	bare := begin(text, string(shield))
	return hasAnyPrefix(bare, preambles) || hasAnyPrefix(bare, []string{"/", "?"})
}

// begin returns the beginning of a text after the given characters and the white space that the CLI trims off. It
// decodes the whole text only if the text begins with many of them.
func begin(text timeline.Text, cutset string) string {
	if head := trim(strings.TrimLeft(text.Head(256), cutset)); len(head) > 64 || text.Len() <= 256 {
		return head
	}
	return trim(strings.TrimLeft(text.String(), cutset))
}

// trim removes leading white space by JavaScript's rules: a byte order mark counts as white space, U+0085 does not.
func trim(text string) string {
	return strings.TrimLeftFunc(text, func(r rune) bool { return r == '\uFEFF' || (unicode.IsSpace(r) && r != '\u0085') })
}

func hasAnyPrefix(text string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(text, prefix) })
}
