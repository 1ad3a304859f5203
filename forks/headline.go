package forks

import "strings"

// longestHeadline is how much of a prompt is noted, in characters.
const longestHeadline = 120

// Headline is the beginning of a prompt, in a line.
func Headline(prompt string) string {
	line := []rune(strings.Join(strings.Fields(prompt), " "))
	return string(line[:min(len(line), longestHeadline)])
}
