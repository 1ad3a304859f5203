package redaction

import (
	"hash/maphash"

	"stead/internal/adapt/caseless"
	"stead/internal/adapt/entry"
	"stead/timeline"
)

// ahead is an entry that was masked before who ranges over its session gets it.
type ahead struct {
	of      *timeline.Entry
	masked  Masked
	applies bool
}

// RedactorOfOnePass returns what masks the secrets of a session that is read once, for its purpose, and that session:
// each of its entries is masked by what was learned up to it. A secret may stand before what tells it, so that what was
// made of the session is good only if [Redactor.IsIn] says so.
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

// entryWith is entry for one that has secrets that are not remembered.
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

// masked returns an entry with its secrets masked. Applies is false where none need be.
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

// isOdd reports whether a text of an entry has a character of ASCII escaped without need, so that a secret is written
// otherwise there.
func isOdd(e *timeline.Entry) bool {
	for _, raw := range [][]byte{e.Content.Inner(), e.Thinking.Inner(), e.Output.Inner(), e.Error.Inner(), e.Input} {
		if hasOddEscape(raw) {
			return true
		}
	}
	return false
}

// What escapes a character that need not be, or one beyond ASCII.
var slash, unicode = caseless.New(`\/`), caseless.New(`\u`)

// hasOddEscape reports whether what is JSON has an escape of a character that is printed.
func hasOddEscape(raw []byte) bool {
	return stands(unicode, raw, isOfASCII) || stands(slash, raw, func([]byte) bool { return true })
}

// isOfASCII reports whether \u00 and the first digit of a character that is printed stand at the beginning.
func isOfASCII(escape []byte) bool {
	return len(escape) > 4 && escape[2] == '0' && escape[3] == '0' && escape[4] >= '2' && escape[4] <= '7'
}

// stands reports whether an escape stands in what is JSON, of which the backslash is not escaped itself.
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
