package runtest

import (
	"strings"
)

// Prompt is the prompt of every continued session.
const Prompt = "Go on, please."

// LongPrompt returns a prompt of size bytes with a mark at its end, so that a cut is visible.
func LongPrompt(size int) string {
	const line = "Some line of a long prompt, with \"quotes\", a back\\slash and ünïcode.\n"
	const end = "THE END"
	return strings.Repeat(line, size/len(line)+1)[:size-len(end)-1] + "\n" + end
}
