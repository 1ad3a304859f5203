package redact

import (
	"bytes"
	"slices"
	"stead/internal/finder"
	"strings"

	"stead/inject/redaction"
)

// The window around a word in which it is looked at closely, in bytes of JSON. It goes on to the end of the run of characters that it ends in.
const (
	windowBefore = 256
	windowAfter  = 640
	// settled is how much of a window's end is looked at again in the next one.
	settled = 320
	// longestWindow is how far one goes on: over a private key.
	longestWindow = 20 << 10
)

// scan returns the secrets in a text of which this is JSON, or the inside of a JSON string.
func (s *scanner) scan(raw []byte) []redaction.Secret {
	var f finds
	done, decoded := 0, 0
	finder.Walk(s.words, raw, func(number, from, to int) bool {
		o := s.owners[number]
		isFar := o.kind == ofBase64 || o.kind == ofStructure && s.forms[o.number].word[0] == 'p'
		if from < done && !isFar || from < decoded && endsKey(raw, from) || from < decoded && o.kind == ofBase64 || !s.may(o, raw, from, to) {
			return true
		}
		first, last := windowAround(raw, from, to, isFar)
		s.find(&f, &view{text: unescapedPart(raw, first, last)}, 0)
		done = max(done, last-settled)
		if isFar {
			decoded = max(decoded, last-settled)
		}
		if last == len(raw) {
			done, decoded = last, last
		}
		return true
	})
	return slices.DeleteFunc(f.all, f.isPartOfKey)
}

// isPartOfKey reports whether a find is what a narrow window has shown of a private key.
func (f *finds) isPartOfKey(s redaction.Secret) bool {
	return s.Rule == keyRule && slices.ContainsFunc(f.all, func(other redaction.Secret) bool {
		return other.Rule == keyRule && len(other.Value) > len(s.Value) && strings.Contains(other.Value, s.Value)
	})
}

// endsKey reports whether a word stands in the last line of a private key.
func endsKey(raw []byte, from int) bool {
	return bytes.Contains(raw[max(0, from-20):from], []byte("-END "))
}

func windowAround(raw []byte, from, to int, isFar bool) (first, last int) {
	first, last = max(0, from-windowBefore), min(len(raw), to+windowAfter)
	if isFar {
		first, last = max(0, from-8*windowBefore), min(len(raw), to+longestWindow)
	}
	for end := min(len(raw), last+longestWindow); last < end && !endsRun(raw, last-1); {
		last++
	}
	return first, last
}

// finds are the secrets that were found, each once.
type finds struct{ all []redaction.Secret }

func (f *finds) add(rule, value string) {
	if value != "" && !slices.ContainsFunc(f.all, func(s redaction.Secret) bool { return s.Value == value }) {
		f.all = append(f.all, redaction.Secret{Rule: rule, Value: strings.Clone(value)})
	}
}

// deepest is how many times what is decoded is looked at for what is encoded in it.
const deepest = 2

// find adds the secrets in a text, and in what it says when it is read otherwise.
func (s *scanner) find(f *finds, v *view, depth int) {
	var decoded int
	var hasHidden bool
	var exact, told []span // what tells more gives its name
	note := func(list *[]span, found span, ok bool) {
		if ok && found.to > found.from && isPrintable(v.text[found.from:found.to]) {
			*list = append(*list, found)
		}
	}
	take := func(found span) {
		if found.to-found.from >= 16 && goesOn(v.text, found.to) {
			found.to = joined(v.text, found.to, &values)
		}
		f.add(found.rule, v.text[found.from:found.to])
		f.add(found.rule, v.original(found.from, found.to))
	}
	finder.Walk(s.words, v.text, func(number, from, to int) bool {
		switch o := s.owners[number]; o.kind {
		case ofToken:
			found, ok := s.tokens[o.number].find(v.text, from, to)
			note(&exact, found, ok)
		case ofRule:
			if !mayStand(&s.rules[o.number], v.text, from, to) {
				break
			}
			for _, found := range s.rules[o.number].around(v.text, from, to, s.allowed) {
				note(&exact, found, true)
			}
		case ofStructure:
			found, ok := s.forms[o.number].find(v.text, from, to)
			note(&told, found, ok)
		case ofCommand:
			found, ok := commands[o.number].secretOf(v.text, from, to)
			note(&told, found, ok)
		case ofOwnValue:
			secret := s.environment[o.number]
			f.add(secret.Rule, secret.Value)
		case ofBase64:
			if from >= decoded && depth < deepest && isLong(v.text, from, to) {
				if content := v.base64Decoded(from, o.number); content != nil {
					s.find(f, content, depth+1)
					_, decoded = content.place(0, len(content.text))
				}
			}
		case ofHidden:
			hasHidden = true
		case ofName:
			if !mayFollow(v.text, to, o.number) {
				break
			}
			found, ok := named(v.text, from, to)
			note(&told, found, ok)
		}
		return true
	})
	all := append(exact, told...)
	for _, found := range all {
		if !slices.ContainsFunc(all, found.isPartOf) {
			take(found)
		}
	}
	if depth < deepest {
		for _, other := range v.otherwise(hasHidden) {
			s.find(f, other, depth+1)
		}
	}
}
