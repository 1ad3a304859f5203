package main

import (
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/zricethezav/gitleaks/v8/config"
)

// What stands between a name and its value in gitleaks' expressions for such pairs, which are all made of one pattern
// (cmd/generate/config/utils of its repository).
const (
	nameEnd  = `(?:[ \t\w.-]{0,20})[\s'"]{0,3}`
	operator = `(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)`
)

// isPair reports whether the rule's words stand in the name before an operator. Some rules have a word of the value:
// "tfp_".
func isPair(r config.Rule) bool {
	name, rest, ok := strings.Cut(r.Regex.String(), nameEnd)
	if !ok || !strings.Contains(rest, operator) {
		return false
	}
	name = strings.ToLower(name)
	if strings.Contains(name, ",|") {
		return false // a name that ends with an operator, by mistake: "new-york-times,"
	}
	return !slices.ContainsFunc(r.Keywords, func(word string) bool { return !strings.Contains(name, word) })
}

// solid returns how many characters without a blank follow each other in each match of an expression at least, when
// these are all of it but for what ends it; otherwise 0.
func solid(expression string) int {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return 0
	}
	length, ended := lead(tree)
	if ended && shortest(tree) > length+1 {
		return 0
	}
	return length
}

// lead returns how many characters a match begins with at least in which there is no blank, and whether a blank may
// follow there.
func lead(part *syntax.Regexp) (length int, ended bool) {
	switch part.Op {
	case syntax.OpLiteral:
		if at := strings.IndexAny(string(part.Rune), " \t\r\n"); at >= 0 {
			return at, true
		}
		return len(part.Rune), false
	case syntax.OpCapture, syntax.OpPlus:
		return lead(part.Sub[0])
	case syntax.OpConcat:
		for _, sub := range part.Sub {
			more, ended := lead(sub)
			if length += more; ended {
				return length, true
			}
		}
		return length, false
	case syntax.OpAlternate:
		length, ended = lead(part.Sub[0])
		for _, sub := range part.Sub[1:] {
			other, ends := lead(sub)
			length, ended = min(length, other), ended || ends
		}
		return length, ended
	case syntax.OpRepeat:
		if length, ended = lead(part.Sub[0]); ended {
			return length * min(part.Min, 1), true
		}
		return length * part.Min, false
	case syntax.OpStar, syntax.OpQuest:
		_, ended = lead(part.Sub[0])
		return 0, ended
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		if takesBlanks(part) {
			return 0, true
		}
		return 1, false
	}
	return 0, false // an assertion takes nothing
}

// shortest returns the length of a part's shortest match.
func shortest(part *syntax.Regexp) (length int) {
	switch part.Op {
	case syntax.OpLiteral:
		return len(part.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpRepeat:
		return part.Min * shortest(part.Sub[0])
	case syntax.OpPlus, syntax.OpCapture:
		return shortest(part.Sub[0])
	case syntax.OpConcat:
		for _, sub := range part.Sub {
			length += shortest(sub)
		}
	case syntax.OpAlternate:
		length = shortest(part.Sub[0])
		for _, sub := range part.Sub[1:] {
			length = min(length, shortest(sub))
		}
	}
	return length
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
