package redact

import (
	"strings"

	"stead/inject/redaction"
	"stead/internal/base64part"
	"stead/redact/gitleaks"
)

// ruleset holds all rules, and finds the words that belong to them in one pass over a text.
type ruleset struct {
	rules []rule
	// allowed says what is no secret whatever the rule.
	allowed []allowlist
	words   *finder
	// owners are the rules of each word, by its number.
	owners [][]int
	// demands are what the rules of each word demand: all of them, one of them.
	demands []demand
	// phases are those of the words in base64, which have the numbers behind these.
	phases []int
}

// leastSpecific is the rule that takes anything behind a word such as "key" for a secret. It comes last, since the first to find a
// secret names it.
const leastSpecific = "generic-api-key"

// defaultRules returns the rules that come with gitleaks, and stead's own.
func defaultRules() *ruleset {
	s := &ruleset{allowed: allowlists(gitleaks.Allowlists)}
	var last []rule
	for _, r := range gitleaks.Rules {
		if r.ID == leastSpecific {
			last = append(last, newRule(r))
			continue
		}
		s.rules = append(s.rules, newRule(r))
	}
	s.rules = append(s.rules, last...)
	s.rules = append(s.rules, ownRules()...)
	s.indexWords()
	return s
}

// escape is the number of the words that begin a JSON escape of a character that needs none. Writers escape those only that do, but a reader
// takes either.
const escape = -1

func (s *ruleset) indexWords() {
	places := map[string]int{}
	s.words = newFinder()
	s.words.add(word{text: `\/`, number: escape, isExact: true})
	s.words.add(word{text: `\u0`, number: escape, isExact: true})
	for i, r := range s.rules {
		for _, keyword := range r.keywords {
			keyword = strings.ToLower(keyword)
			at, ok := places[keyword]
			if !ok {
				at = len(s.owners)
				places[keyword], s.owners, s.demands = at, append(s.owners, nil), append(s.demands, demand{run: -1})
				s.words.add(word{text: keyword, number: at})
			}
			s.owners[at], s.demands[at] = append(s.owners[at], i), s.demands[at].or(s.rules[i].demand())
		}
	}
	for _, telling := range s.encodedWords() {
		for _, form := range base64part.Forms(telling) {
			s.words.add(word{text: form.Text, number: len(s.owners) + len(s.phases), isExact: true})
			s.phases = append(s.phases, form.Phase)
		}
	}
}

// mayHold reports whether a text may hold a secret of which this is JSON. Behind odd escapes there may be anything.
func (s *ruleset) mayHold(text []byte) (may bool) {
	walk(s.words, text, func(number, from, to int) bool {
		switch {
		case number == escape:
			may = !isEscaped(text, from)
		case s.isEncoded(number):
			may = isLong(text, from, to)
		default:
			may = meets(s.demands[number], text, from, to, true) || mayBeBroken(s.demands[number], text, from, to)
		}
		return !may
	})
	return may
}

// isEscaped reports whether a backslash stands before a place that escapes it, and is not escaped itself.
func isEscaped(text []byte, at int) (is bool) {
	for ; at > 0 && text[at-1] == '\\'; at-- {
		is = !is
	}
	return is
}

// isEncoded reports whether a word is one in base64.
func (s *ruleset) isEncoded(number int) bool { return number >= len(s.owners) }

// shortestEncoded is how long base64 is at least that is decoded.
const shortestEncoded = 16

// isLong reports whether a word stands in base64 that is worth to be decoded.
func isLong[T searched](s T, from, to int) bool {
	for ; from > 0 && to-from < shortestEncoded && base64part.IsDigit(s[from-1]); from-- {
	}
	for ; to < len(s) && to-from < shortestEncoded && base64part.IsDigit(s[to]); to++ {
	}
	return to-from >= shortestEncoded
}

// find returns the secrets in a text, in the order of the rules, and those that are encoded or broken in two in it.
func (s *ruleset) find(text string) []redaction.Secret {
	found := s.plain(text)
	walk(s.words, text, func(number, from, to int) bool {
		switch {
		case number == escape: // none in what is decoded
		case !s.isEncoded(number):
			if run := s.demands[number].run; run > 0 && !runs(text, from, to, run, false) {
				found = append(found, s.broken(text, from, to)...)
			}
		case isLong(text, from, to):
			found = append(found, s.decoded(text, from, s.phases[number-len(s.owners)])...)
		}
		return true
	})
	return found
}

// plain returns the secrets that stand in a text as they are, in the order of the rules.
func (s *ruleset) plain(text string) []redaction.Secret {
	windows := make([][]window, len(s.rules))
	walk(s.words, text, func(number, from, to int) bool {
		if number == escape || s.isEncoded(number) {
			return true
		}
		for _, i := range s.owners[number] {
			if r := &s.rules[i]; meets(r.demand(), text, from, to, false) {
				windows[i] = r.reach.add(windows[i], text, from, to)
			}
		}
		return true
	})
	var found []redaction.Secret
	for i, r := range s.rules {
		for _, w := range windows[i] {
			found = r.find(found, text, w, s.allowed)
		}
	}
	return found
}
