package runtest

import (
	"strings"
)

// Prompt is what every continued session is told.
const Prompt = "Go on, please."

// LongPrompt is a prompt of a number of bytes that ends in a mark: what is cut shows.
func LongPrompt(size int) string {
	const line = "Some line of a long prompt, with \"quotes\", a back\\slash and ünïcode.\n"
	const end = "THE END"
	return strings.Repeat(line, size/len(line)+1)[:size-len(end)-1] + "\n" + end
}
