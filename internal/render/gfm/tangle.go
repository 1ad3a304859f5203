package gfm

import "strings"

// deepest limits how many containers may open on one line, how many delimiters may follow each other, and how many
// links may begin before one ends. Beyond that, a parser's work grows with the square of the text's length, and nobody
// writes texts like that.
const deepest = 64

// isTangled reports whether a text was made to keep a parser busy.
func isTangled(markdown string) bool {
	for line := range strings.SplitSeq(markdown, "\n") {
		if containers(line) > deepest {
			return true
		}
	}
	run, begun := 0, 0
	for i := range len(markdown) {
		switch markdown[i] {
		case '>', '[', ']', '!', '(', '<':
			run++
			if markdown[i] == '(' && i > 0 && markdown[i-1] == ']' {
				begun++
			}
		case ')':
			run, begun = 0, 0
		case ' ', '\t':
		default:
			run = 0
		}
		if run > deepest || begun > deepest {
			return true
		}
	}
	return false
}

// containers counts the marks of quotes and lists at the beginning of a line.
func containers(line string) int {
	count := 0
	for i := range len(line) {
		switch c := line[i]; {
		case c == '>':
			count++
		case (c == '-' || c == '+' || c == '*') && strings.HasPrefix(line[i+1:], " "):
			count++
		case c != ' ' && c != '\t':
			return count
		}
	}
	return count
}
