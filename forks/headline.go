package forks

import "strings"

// longestHeadline is the maximum length of a headline, in characters.
const longestHeadline = 120

// Headline returns the beginning of a prompt as a single line.
func Headline(prompt string) string {
	line := []rune(strings.Join(strings.Fields(prompt), " "))
	return string(line[:min(len(line), longestHeadline)])
}
