package recipe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong with a recipe.
type Problem struct {
	// Line and Column count from 1; 0 where the recipe was not read from a file.
	Line, Column int
	// Key is where it is, such as steps.review.prompt.
	Key string
	// Text says what is wrong and what to do.
	Text string
}

// Error is all that is wrong with a recipe.
type Error struct {
	// File is the recipe's.
	File     string
	Problems []Problem
}

// Error lists the problems, a line each: file, line, column, key, and what is wrong.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		place := e.File
		if p.Line > 0 {
			place = fmt.Sprintf("%s:%d:%d", place, p.Line, p.Column)
		}
		if p.Key != "" {
			place += ": " + p.Key
		}
		lines[i] = place + ": " + p.Text
	}
	return strings.Join(lines, "\n")
}

// Hint says where the keys are described.
func (e *Error) Hint() string { return "`stead chain schema` prints what a recipe can hold" }

// sorted orders problems as they stand in the file.
func sorted(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return problems
}
