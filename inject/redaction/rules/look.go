package rules

import (
	"slices"
	"strings"

	"stead/inject/redaction"
)

// finds holds the secrets that were found, each once.
type finds struct {
	all   []redaction.Secret
	known map[string]bool
}

func (f *finds) add(rule, value string) {
	if value == "" || f.known[value] {
		return
	}
	if f.known == nil {
		f.known = map[string]bool{}
	}
	value = strings.Clone(value) // the window is much longer
	f.known[value], f.all = true, append(f.all, redaction.Secret{Rule: rule, Value: value})
}

// deepest is how many levels of encoding are decoded.
const deepest = 2

// look is one pass over a text, or over a different reading of it.
type look struct {
	*scanner
	*finds
	*view
	depth int
	// exact are the finds of rules for certain tokens. Told are finds identified by their context.
	exact, told []span
	// decoded is the end of the base64 that was decoded.
	decoded   int
	hasHidden bool
}

// find adds the secrets in a text, and in its different readings.
func (s *scanner) find(f *finds, v *view, depth int) {
	l := look{scanner: s, finds: f, view: v, depth: depth, hasHidden: v.isEncoded}
	walkWords(finderFor(s, v.text), v.text, func(number, from, to int) bool {
		l.at(s.owners[number], from, to)
		return true
	})
	all := append(l.exact, l.told...) // the rule that says more names the secret
	for _, found := range all {
		if !slices.ContainsFunc(all, found.isPartOf) {
			l.take(found)
		}
	}
	if depth == deepest {
		return
	}
	for _, other := range v.otherwise(l.hasHidden) {
		s.find(f, other, depth+1)
		other.free()
	}
}

// at examines a word of that owner.
func (l *look) at(o owner, from, to int) {
	var found span
	ok := false
	switch o.kind {
	case ofToken:
		found, ok = l.tokens[o.number].find(l.text, from, to)
		l.exact = l.note(l.exact, found, ok)
		return
	case ofRule:
		l.tryRule(&l.rules[o.number], from, to)
	case ofStructure:
		found, ok = l.forms[o.number].find(l.text, from, to)
	case ofCommand:
		found, ok = commands[o.number].secretOf(l.text, from, to)
	case ofOwnValue:
		l.add(l.environment[o.number].Rule, l.environment[o.number].Value)
	case ofBase64:
		l.decode(from, to, o.number)
	case ofHidden:
		l.hasHidden = true
	case ofName:
		if mayFollow(l.text, to, o.number) {
			found, ok = named(l.text, from, to)
		}
	}
	l.told = l.note(l.told, found, ok)
}

func (l *look) note(list []span, found span, ok bool) []span {
	if ok && found.to > found.from && isPrintable(found.in(l.text)) {
		return append(list, found)
	}
	return list
}

func (l *look) tryRule(r *rule, from, to int) {
	if !mayStand(r, l.text, from, to) {
		return
	}
	for _, found := range r.around(l.text, from, to, l.allowed) {
		l.exact = l.note(l.exact, found, true)
	}
}

func (l *look) decode(from, to, phase int) {
	if from < l.decoded || l.depth == deepest || !isLong(l.text, from, to) {
		return
	}
	if content := l.base64Decoded(from, phase); content != nil {
		l.find(l.finds, content, l.depth+1)
		_, l.decoded = content.place(0, len(content.text))
	}
}

// shortestBroken is the minimum length of a secret that may continue in the next line.
const shortestBroken = 16

// take adds a find in its decoded form, and as it is written.
func (l *look) take(found span) {
	if found.to-found.from >= shortestBroken && goesOn(l.text, found.to) {
		found.to = joined(l.text, found.to, &values)
	}
	l.add(found.rule, found.in(l.text))
	l.add(found.rule, l.original(found.from, found.to))
}
