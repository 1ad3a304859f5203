package rules

// span is a part of a text that a rule considers a secret.
type span struct {
	rule     string
	from, to int
}

// isPartOf reports whether a span is a part of another one from the same rule.
func (s span) isPartOf(other span) bool {
	return s.rule == other.rule && s != other && other.from <= s.from && s.to <= other.to
}

// in returns the span's part of a text.
func (s span) in(text string) string { return text[s.from:s.to] }
