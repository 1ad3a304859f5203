package redact

import (
	"strings"

	"stead/inject/redaction"
)

// reachOfBroken is how far on either side of a line's end the two parts of a key are looked for, in bytes.
const reachOfBroken = 256

// broken returns the secrets of which the line that a word stands in holds the first part, and the next one the second: readers put a line's end
// between two texts of one message.
func (s *ruleset) broken(text string, from, to int) []redaction.Secret {
	end, next, ok := lineEnd(text, to)
	if !ok {
		return nil
	}
	head, tail := text[max(0, from-reachOfBroken):end], text[next:min(len(text), next+reachOfBroken)]
	var found []redaction.Secret
	for _, secret := range s.plain(head + tail) {
		at := strings.Index(head+tail, secret.Value)
		if cut := len(head) - at; at >= 0 && cut > 0 && cut < len(secret.Value) {
			whole := secret.Value[:cut] + text[end:next] + secret.Value[cut:]
			found = append(found, redaction.Secret{Rule: secret.Rule, Value: whole}, secret)
		}
	}
	return found
}

// lineEnd returns where the line ends in which a place lies, and where the next one begins that is not empty. Ok is false when there is a blank before.
func lineEnd[T searched](s T, at int) (end, next int, ok bool) {
	for at < len(s) && !blanks[s[at]] {
		at++
	}
	end = at
	for at < len(s) && at < end+2 && s[at] == '\n' {
		at++
	}
	return end, at, at < len(s) && !blanks[s[at]]
}
