package prefilter

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// mostLiterals is the maximum number of literals for a part of an expression. More literals add no information.
const mostLiterals = 160

// strangers are the two non-ASCII letters that equal ASCII letters if case is ignored: the long s and the Kelvin sign.
// A text that contains one of them passes the filter, so that the literals need no spellings with them.
var strangers = []string{"\u017f", "\u212a"}

// literals holds what is known about a part of an expression. Their ASCII letters are in lower case.
type literals struct {
	// exact holds all texts that the part matches. It is nil if they are too many.
	exact []string
	// some holds texts of which each match contains one. It is nil if none are known.
	some []string
}

// required returns texts of which each match of an expression contains one, or none if nothing is known.
func required(expression string) []string {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	some := of(tree).needs()
	if len(some) > 0 && foldsCase(tree) {
		some = append(slices.Clone(some), strangers...)
	}
	return some
}

// foldsCase reports whether a part of an expression ignores case.
func foldsCase(tree *syntax.Regexp) bool {
	return tree.Op == syntax.OpLiteral && tree.Flags&syntax.FoldCase != 0 || slices.ContainsFunc(tree.Sub, foldsCase)
}

// needs returns texts of which each match contains one.
func (l literals) needs() []string {
	if l.exact == nil {
		return l.some
	}
	if slices.Contains(l.exact, "") {
		return nil
	}
	return l.exact
}

func of(tree *syntax.Regexp) literals {
	switch tree.Op {
	case syntax.OpLiteral:
		return ofText(tree.Rune, tree.Flags&syntax.FoldCase != 0)
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return literals{exact: []string{""}}
	case syntax.OpCharClass:
		return ofClass(tree.Rune)
	case syntax.OpCapture:
		return of(tree.Sub[0])
	case syntax.OpConcat:
		return ofSequence(tree.Sub)
	case syntax.OpAlternate:
		return ofAlternatives(tree.Sub)
	case syntax.OpQuest:
		return ofAlternatives([]*syntax.Regexp{{Op: syntax.OpEmptyMatch}, tree.Sub[0]})
	case syntax.OpPlus:
		return literals{some: of(tree.Sub[0]).needs()}
	case syntax.OpRepeat:
		if tree.Min > 0 {
			return literals{some: of(tree.Sub[0]).needs()}
		}
	}
	return literals{}
}

// ofText returns the spellings of a text.
func ofText(text []rune, anyCase bool) literals {
	l := literals{exact: []string{""}}
	for _, r := range text {
		spellings := []string{spelled(r)}
		for other := unicode.SimpleFold(r); anyCase && other != r; other = unicode.SimpleFold(other) {
			if s := spelled(other); !slices.Contains(strangers, s) && !slices.Contains(spellings, s) {
				spellings = append(spellings, s)
			}
		}
		if l.exact = product(l.exact, spellings); len(l.exact) > mostLiterals {
			return literals{}
		}
	}
	return l
}

// spelled returns a character in the form that literals have.
func spelled(r rune) string {
	if r < unicode.MaxASCII {
		r = unicode.ToLower(r)
	}
	return string(r)
}

// ofClass returns the characters of a class, which is a list of first and last characters.
func ofClass(ranges []rune) literals {
	var l literals
	for i := 0; i < len(ranges); i += 2 {
		if int(ranges[i+1]-ranges[i])+len(l.exact) > mostLiterals {
			return literals{}
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			l.exact = append(l.exact, spelled(r))
		}
	}
	return literals{exact: distinct(l.exact)}
}

func ofAlternatives(parts []*syntax.Regexp) literals {
	all := literals{exact: []string{}, some: []string{}}
	for _, part := range parts {
		l := of(part)
		if l.exact == nil || all.exact == nil {
			all.exact = nil
		} else {
			all.exact = append(all.exact, l.exact...)
		}
		if needs := l.needs(); needs == nil || all.some == nil {
			all.some = nil
		} else {
			all.some = append(all.some, needs...)
		}
	}
	if len(all.exact) > mostLiterals {
		all.exact = nil
	}
	return literals{exact: distinct(all.exact), some: distinct(all.some)}
}

// ofSequence joins the texts of adjacent parts as long as they are few, and returns the most selective of the joined
// texts.
func ofSequence(parts []*syntax.Regexp) literals {
	var best []string
	joined, isWhole := []string{""}, true
	for _, part := range parts {
		l := of(part)
		if l.exact != nil && len(l.exact)*len(joined) <= mostLiterals {
			joined = product(joined, l.exact)
			continue
		}
		isWhole = false
		best = better(better(best, literals{exact: joined}.needs()), l.needs())
		if joined = l.exact; joined == nil {
			joined = []string{""}
		}
	}
	if isWhole {
		return literals{exact: distinct(joined)}
	}
	return literals{some: better(best, literals{exact: joined}.needs())}
}

// better returns the literals that fewer texts contain: the longer ones.
func better(a, b []string) []string {
	if shortest(b) > shortest(a) {
		return b
	}
	return a
}

// shortest returns the length of the shortest literal, or 0 if there are none.
func shortest(all []string) int {
	if len(all) == 0 {
		return 0
	}
	return len(slices.MinFunc(all, func(a, b string) int { return len(a) - len(b) }))
}

func product(a, b []string) []string {
	all := make([]string, 0, len(a)*len(b))
	for _, first := range a {
		for _, second := range b {
			all = append(all, first+second)
		}
	}
	return all
}

// distinct returns a sorted list without duplicates. It returns nil for nil.
func distinct(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}
