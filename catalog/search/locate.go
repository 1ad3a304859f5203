package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"stead/catalog/piece"
)

const (
	// before and after are how many bytes of a text are shown before and after the first match.
	before = 60
	after  = 140
)

// span is a range of a text.
type span struct{ from, to int }

// match is the position of a term. Term is its index in the query.
type match struct {
	span
	term int
}

// excerpt returns the text around the first position with the largest number of different terms, with all matches in it
// marked. Ok is false if the text has none.
func (q Query) excerpt(text string) (parts []Span, ok bool) {
	text, words := piece.Locate(text)
	var matches []match
	for i, t := range q.shown() {
		for _, at := range t.places(text, words) {
			matches = append(matches, match{at, i})
		}
	}
	if len(matches) == 0 {
		return nil, false
	}
	from, to := window(text, matches)
	return mark(text, from, to, matches), true
}

// shown returns the terms that may be visible in a text.
func (q Query) shown() []Term { return append(append([]Term{}, q.Terms...), q.Files...) }

// places returns the positions of the term.
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

// window returns the range to show, around the position with the densest matches.
func window(text string, matches []match) (from, to int) {
	best := densest(matches)
	from, to = max(0, best.from-before), min(len(text), max(best.to, best.from+after))
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return from, to
}

// densest returns the first match whose window contains the most different terms. It sorts the matches, because a long
// text may have a hundred thousand.
func densest(matches []match) span {
	slices.SortStableFunc(matches, func(a, b match) int { return cmp.Compare(a.from, b.from) })
	near, next := map[int]int{}, 0 // how often each term begins in the window, and the first match after it
	best, most := matches[0].span, 0
	for i, m := range matches {
		for ; next < len(matches) && (next == i || matches[next].to <= m.from+after); next++ {
			near[matches[next].term]++
		}
		if len(near) > most {
			best, most = m.span, len(near)
		}
		if near[m.term]--; near[m.term] == 0 {
			delete(near, m.term)
		}
	}
	return best
}

// mark divides a range of the text into spans.
func mark(text string, from, to int, matches []match) []Span {
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
