package redact

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// window is a part of a text in which a rule's expression is tried.
type window struct{ from, to int }

// reach is how far from a rule's word its expression can match, in bytes.
type reach struct {
	before, after int
	// run tells that the end of a match is found behind characters that are no blanks, however many there are.
	run bool
}

const (
	// longestText is how far an expression that takes any text is followed: over the longest private key, with many lines.
	longestText = 16 << 10
	// longestRun is how far one is followed that takes any number of characters without a blank.
	longestRun = 64 << 10
	// slack is added for what stands around a match: the end of a word before it, a quote behind it.
	slack = 8
)

// add puts the window around a word that stands in a text behind the ones that there are. Those that touch become one.
func (r reach) add(windows []window, text string, from, to int) []window {
	w := window{max(0, from-r.before), min(len(text), to+r.after)}
	if r.run {
		w.to = endOfRun(text, w.to)
	}
	if last := len(windows) - 1; last >= 0 && w.from <= windows[last].to {
		windows[last].from = min(w.from, windows[last].from)
		windows[last].to = max(w.to, windows[last].to)
		return windows
	}
	return append(windows, w)
}

func endOfRun(text string, at int) int {
	rest := text[at:min(len(text), at+longestRun)]
	if end := strings.IndexAny(rest, " \t\r\n"); end >= 0 {
		return at + end + 1
	}
	return at + len(rest)
}

// reachOf returns the reach of an expression, which is its longest match in both directions, since the word may stand anywhere in it.
func reachOf(tree *syntax.Regexp) reach {
	var r reach
	length := r.longest(tree) + slack
	r.before, r.after = length, r.after+length
	return r
}

// longest returns the length of a part's longest match. What has no limit counts once, and is noted.
func (r *reach) longest(part *syntax.Regexp) int {
	switch part.Op {
	case syntax.OpLiteral:
		return widest(part.Rune, part.Flags&syntax.FoldCase != 0)
	case syntax.OpCharClass:
		return utf8.RuneLen(part.Rune[len(part.Rune)-1]) // the class is sorted
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return utf8.UTFMax
	case syntax.OpStar, syntax.OpPlus:
		return r.unlimited(part.Sub[0])
	case syntax.OpRepeat:
		if part.Max < 0 {
			return part.Min*r.longest(part.Sub[0]) + r.unlimited(part.Sub[0])
		}
		return part.Max * r.longest(part.Sub[0])
	case syntax.OpAlternate:
		length := 0
		for _, sub := range part.Sub {
			length = max(length, r.longest(sub))
		}
		return length
	default:
		length := 0
		for _, sub := range part.Sub {
			length += r.longest(sub)
		}
		return length
	}
}

// unlimited notes a part that may be repeated without limit.
func (r *reach) unlimited(part *syntax.Regexp) int {
	if takesBlanks(part) {
		r.after = longestText
	} else {
		r.run = true
	}
	return r.longest(part)
}

func takesBlanks(part *syntax.Regexp) bool {
	if part.Op == syntax.OpAnyChar || part.Op == syntax.OpAnyCharNotNL || len(part.Sub) > 0 {
		return true
	}
	return strings.ContainsFunc(" \t\r\n", func(blank rune) bool { return holds(part, blank) })
}

// holds reports whether a character is in a literal, or in a class.
func holds(part *syntax.Regexp, c rune) bool {
	if part.Op == syntax.OpLiteral {
		return slices.Contains(part.Rune, c)
	}
	for i := 0; part.Op == syntax.OpCharClass && i < len(part.Rune); i += 2 {
		if part.Rune[i] <= c && c <= part.Rune[i+1] {
			return true
		}
	}
	return false
}

func widest(runes []rune, folded bool) int {
	length := 0
	for _, c := range runes {
		most := utf8.RuneLen(c)
		for other := unicode.SimpleFold(c); folded && other != c; other = unicode.SimpleFold(other) {
			most = max(most, utf8.RuneLen(other))
		}
		length += most
	}
	return length
}
