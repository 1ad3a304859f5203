package cusf

import "stead/timeline"

// sums are the totals over all messages for the last line.
type sums struct {
	out      *output
	messages int
	tokens   timeline.Tokens
	// spare is a token count that no message includes yet.
	spare counted
}

// count adds token counts to the session's totals.
func (s *sums) count(u timeline.Usage) {
	s.tokens.Input += u.Input
	s.tokens.Output += u.Output
}

// counts reports whether an entry holds the token counts of a response. The format has no place for its cost in money.
func counts(e *timeline.Entry) bool {
	return e.Usage != nil && e.Usage.Input+e.Usage.Output+e.Usage.CacheRead+e.Usage.CacheWrite > 0
}

// counted holds the token counts in a hidden entry.
type counted struct {
	by    string
	usage timeline.Usage
}

// take assigns to a response the token counts in its hidden first record: Claude Code counts a message on its first
// record, which the reader hides if it holds redacted thinking.
func (s *sums) take(h *held) {
	if len(h.entries) > 0 && h.usage == nil && s.spare.by != "" && h.entries[0].ParentID == s.spare.by {
		usage := s.spare.usage
		h.usage, s.spare = &usage, counted{}
	}
}

// settle adds token counts that belong to no message to the totals.
func (s *sums) settle() {
	if s.spare.by != "" {
		s.count(s.spare.usage)
		s.out.lose("token counts", "they belong to no message: only the total includes them")
	}
	s.spare = counted{}
}
