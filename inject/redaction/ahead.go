package redaction

import (
	"hash/maphash"

	"stead/internal/adapt/caseless"
	"stead/internal/adapt/entry"
	"stead/timeline"
)

// ahead is an entry that was masked before the caller that ranges over its session receives it.
type ahead struct {
	of      *timeline.Entry
	masked  Masked
	applies bool
}

// RedactorOfOnePass returns a redactor for a session that is read only once, for its actual purpose, and that session.
// Each entry is masked with what was learned up to it. A secret may occur before the text that reveals it, so the
// caller must check the output with [Redactor.IsIn].
func (l *Learner) RedactorOfOnePass(s timeline.Stream, target string, p Policy) (*Redactor, timeline.Stream) {
	l.isAhead = true
	if l.appliesTo(s.Header) {
		l.learnHeader(s.Header)
	}
	header, all := s.Header, s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		var before overlap
		look := func(e *timeline.Entry) ahead { return l.ahead(header, e, &before) }
		for seen := range entry.Through(all, look) {
			if l.now = seen.Of; !yield(seen.Entry, seen.Err) {
				return
			}
		}
	}
	return &Redactor{learned: l, target: target, isOff: p == Off}, s
}

// ahead learns the secrets of an entry, and masks it.
func (l *Learner) ahead(h timeline.Header, e *timeline.Entry, before *overlap) ahead {
	if !l.applies(h, e) {
		return ahead{of: e}
	}
	l.isNeeded = true
	l.learn(e)
	left := l.masks.left
	*before = l.learnAcross(*before, e)
	l.isCut = l.isCut || len(l.masks.edges) > 0
	odd := isOdd(e)
	l.isOdd = l.isOdd || odd
	l.masks.isUsual = !odd && e.Origin == nil && len(e.Extra) == 0 && len(e.Attachments) == 0
	masked := l.masks.entryWith(e, left, &l.seed)
	l.masks.isUsual = false
	return ahead{e, masked, true}
}

// entryWith is like entry, for an entry with secrets that are not remembered.
func (m *masks) entryWith(e *timeline.Entry, left []Secret, seed *maphash.Seed) Masked {
	if len(left) == 0 {
		return m.entry(e)
	}
	if m.room == nil {
		m.room = &masks{seed: seed}
	}
	m.also = m.room
	m.also.forget()
	m.also.add(left)
	defer func() { m.also = nil }()
	return m.entry(e)
}

// masked returns an entry with its secrets masked. Applies is false if it needs no masking.
func (l *Learner) masked(h timeline.Header, e *timeline.Entry) (m Masked, applies bool) {
	if l.isAhead && l.now.of == e {
		if !l.now.applies {
			return Masked{Entry: e}, false
		}
		return l.now.masked, true
	}
	if !l.applies(h, e) {
		return Masked{Entry: e}, false
	}
	m = l.masks.entry(e)
	if l.masks.isFull {
		m = l.maskAlone(m)
	}
	return m, true
}

// isOdd reports whether a text of an entry escapes an ASCII character unnecessarily, so that a secret has a different
// form in it.
func isOdd(e *timeline.Entry) bool {
	for _, raw := range [][]byte{e.Content.Inner(), e.Thinking.Inner(), e.Output.Inner(), e.Error.Inner(), e.Input} {
		if hasOddEscape(raw) {
			return true
		}
	}
	return false
}

// The escapes of characters that need none, or of characters beyond ASCII.
var slash, unicode = caseless.New(`\/`), caseless.New(`\u`)

// hasOddEscape reports whether JSON contains the escape of a printable character.
func hasOddEscape(raw []byte) bool {
	return stands(unicode, raw, isOfASCII) || stands(slash, raw, func([]byte) bool { return true })
}

// isOfASCII reports whether an escape begins with \u00 and the first digit of a printable character.
func isOfASCII(escape []byte) bool {
	return len(escape) > 4 && escape[2] == '0' && escape[3] == '0' && escape[4] >= '2' && escape[4] <= '7'
}

// stands reports whether JSON contains an escape whose backslash is not itself escaped.
func stands(escape caseless.Text, raw []byte, is func([]byte) bool) bool {
	for from := 0; ; {
		next := escape.Index(raw[from:])
		if next < 0 {
			return false
		}
		at := from + next
		first := at
		for first > 0 && raw[first-1] == '\\' {
			first--
		}
		if (at-first)%2 == 0 && raw[at] == '\\' && is(raw[at:]) {
			return true
		}
		from = at + 1
	}
}
