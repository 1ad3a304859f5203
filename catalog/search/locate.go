package search

import (
	"strings"
	"unicode/utf8"

	"stead/catalog/piece"
)

const (
	// before and after are how many bytes of a text are shown around the first match.
	before = 60
	after  = 140
)

// span is a place in a text.
type span struct{ from, to int }

// excerpt returns the text around the first place that has as many different terms as any other, and marks all of them in it. Ok is false when it has none.
func (q Query) excerpt(text string) (parts []Span, ok bool) {
	text, words := piece.Locate(text)
	var matches []span
	for _, t := range q.shown() {
		matches = append(matches, t.places(text, words)...)
	}
	if len(matches) == 0 {
		return nil, false
	}
	from, to := window(text, matches)
	return mark(text, from, to, matches), true
}

// shown are the terms that can be seen in a text.
func (q Query) shown() []Term { return append(append([]Term{}, q.Terms...), q.Files...) }

// places returns where the term stands.
func (t Term) places(text string, words []piece.Word) []span {
	var found []span
	if len(t.Words) == 0 {
		for at := 0; ; {
			next := strings.Index(text[at:], t.Text)
			if next < 0 {
				return found
			}
			found = append(found, span{at + next, at + next + len(t.Text)})
			at += next + len(t.Text)
		}
	}
	plain := make([]string, len(words))
	for i, w := range words {
		plain[i] = w.Text
	}
	for i := range words {
		if t.begins(plain[i:]) {
			found = append(found, span{words[i].From, words[i+len(t.Words)-1].To})
		}
	}
	return found
}

// window returns the part that is shown: where most of the matches are close to each other.
func window(text string, matches []span) (from, to int) {
	best, most := matches[0], 0
	for _, m := range matches {
		near := 0
		for _, other := range matches {
			if other.from >= m.from && other.to <= m.from+after {
				near++
			}
		}
		if near > most {
			best, most = m, near
		}
	}
	from, to = max(0, best.from-before), min(len(text), max(best.to, best.from+after))
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return from, to
}

// mark cuts a part of the text into spans.
func mark(text string, from, to int, matches []span) []Span {
	hit := make([]bool, to-from)
	for _, m := range matches {
		for at := max(m.from, from); at < min(m.to, to); at++ {
			hit[at-from] = true
		}
	}
	var parts []Span
	for at := from; at < to; {
		end := at
		for end < to && hit[end-from] == hit[at-from] {
			end++
		}
		parts = append(parts, Span{Text: text[at:end], Match: hit[at-from]})
		at = end
	}
	return parts
}
