package redact

import (
	"strings"
	"unicode/utf8"

	"stead/inject/redaction"
	"stead/internal/base64part"
)

// tellingInBase64 are words, besides those that keys of services begin with, of which the base64 is searched for: what they stand beside is
// found in the text that is decoded.
var tellingInBase64 = []string{"://", "password", "PASSWORD", "passwd", "secret", "SECRET", "api_key", "API_KEY", "token\":", "TOKEN=", "uthorization: "}

// encodedWords returns the words of which the base64 is searched for. Of gitleaks' words only those count that stand in a key itself: they
// stand in their expressions as they must be written.
func (s *ruleset) encodedWords() []string {
	all := tellingInBase64
	for _, r := range s.rules {
		expression := r.expression
		small := strings.ToLower(expression)
		for _, word := range r.keywords {
			at := strings.Index(small, strings.ToLower(word))
			if r.run >= 2*len(word) && len(word) >= 4 && at >= 0 && r.isCredible == nil {
				all = append(all, expression[at:at+len(word)])
			}
		}
	}
	return all
}

// decoded returns the secrets in what is encoded around a place of a text, encoded and not.
func (s *ruleset) decoded(text string, at, phase int) []redaction.Secret {
	content, from := base64part.Around(text, at, phase)
	var found []redaction.Secret
	for _, secret := range s.plain(content) {
		first := strings.Index(content, secret.Value)
		if first < 0 || !isPrintable([]byte(secret.Value)) {
			continue
		}
		begin, end := base64part.Span(first, first+len(secret.Value))
		found = append(found, secret, redaction.Secret{Rule: secret.Rule, Value: strings.Clone(text[from+begin : min(len(text), from+end)])})
	}
	return found
}

func isPrintable(content []byte) bool {
	for _, c := range string(content) {
		if c == utf8.RuneError || c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
