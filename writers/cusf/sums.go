package cusf

import "stead/timeline"

// sums are what the last line tells of all messages.
type sums struct {
	out      *output
	messages int
	tokens   timeline.Tokens
	// spare is a count that no message has told yet.
	spare counted
}

// count adds to the sums of the session.
func (s *sums) count(u timeline.Usage) {
	s.tokens.Input += u.Input
	s.tokens.Output += u.Output
}

// counts reports whether an entry tells how many tokens a response has cost. What it has cost in money has no place in
// the format.
func counts(e *timeline.Entry) bool {
	return e.Usage != nil && e.Usage.Input+e.Usage.Output+e.Usage.CacheRead+e.Usage.CacheWrite > 0
}

// counted is what a hidden entry tells that a response has cost.
type counted struct {
	by    string
	usage timeline.Usage
}

// take gives a response the count that its hidden first record tells: Claude Code counts a message on its first record,
// and hides that when it holds redacted thinking.
func (s *sums) take(h *held) {
	if len(h.entries) > 0 && h.usage == nil && s.spare.by != "" && h.entries[0].ParentID == s.spare.by {
		usage := s.spare.usage
		h.usage, s.spare = &usage, counted{}
	}
}

// settle adds a count that belongs to no message to the sums.
func (s *sums) settle() {
	if s.spare.by != "" {
		s.count(s.spare.usage)
		s.out.lose("token counts", "they belong to no message: only the total includes them")
	}
	s.spare = counted{}
}
