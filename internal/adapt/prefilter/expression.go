package prefilter

import (
	"regexp"
	"sync"
)

// Expression is a regular expression with a filter.
type Expression struct {
	expression *regexp.Regexp
	filter     *automaton // nil if no literals are known of which each match contains one
}

// Regexp returns a function that compiles an expression at its first call, as stead/internal/sys/lazy does. The
// function panics if the expression is not valid.
func Regexp(expression string) func() *Expression {
	return sync.OnceValue(func() *Expression {
		return &Expression{regexp.MustCompile(expression), newAutomaton(required(expression))}
	})
}

// mayMatch reports whether a text contains any of the literals. If it contains none, the expression does not match.
func (e *Expression) mayMatch(text string) bool { return e.filter == nil || e.filter.finds(text) }

// String returns the expression.
func (e *Expression) String() string { return e.expression.String() }

// MatchString is [regexp.Regexp.MatchString].
func (e *Expression) MatchString(text string) bool {
	return e.mayMatch(text) && e.expression.MatchString(text)
}

// FindStringSubmatch is [regexp.Regexp.FindStringSubmatch].
func (e *Expression) FindStringSubmatch(text string) []string {
	if !e.mayMatch(text) {
		return nil
	}
	return e.expression.FindStringSubmatch(text)
}

// FindStringSubmatchIndex is [regexp.Regexp.FindStringSubmatchIndex].
func (e *Expression) FindStringSubmatchIndex(text string) []int {
	if !e.mayMatch(text) {
		return nil
	}
	return e.expression.FindStringSubmatchIndex(text)
}

// FindAllStringIndex is [regexp.Regexp.FindAllStringIndex].
func (e *Expression) FindAllStringIndex(text string, n int) [][]int {
	if !e.mayMatch(text) {
		return nil
	}
	return e.expression.FindAllStringIndex(text, n)
}

// ReplaceAllString is [regexp.Regexp.ReplaceAllString].
func (e *Expression) ReplaceAllString(text, by string) string {
	if !e.mayMatch(text) {
		return text
	}
	return e.expression.ReplaceAllString(text, by)
}

// SubexpIndex is [regexp.Regexp.SubexpIndex].
func (e *Expression) SubexpIndex(name string) int { return e.expression.SubexpIndex(name) }
