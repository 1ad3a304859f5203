package inject

import (
	"strings"

	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
)

// mainArguments lists the names that CLIs give to the most informative argument of a call, the most informative first.
var mainArguments = []string{"command", "file_path", "filePath", "absolute_path", "path", "url", "query", "pattern",
	"summary", "description", "prompt"}

// Asking describes the call that needs a permission, as "tool: main argument". Input is an object with the call's
// arguments under the CLI's own names.
func Asking(tool string, input []byte) string {
	for _, name := range mainArguments {
		if value := jsonl.Value(input).Get(name).String(); value != "" {
			return tool + ": " + value
		}
	}
	return tool
}

// Question describes a dialog that a CLI draws. Two of its lines identify it by their beginnings, after frame
// characters, pointers and white space.
type Question struct {
	// Text is the beginning of a line of the question. Answer is the beginning of the first answer below it.
	Text, Answer string
	// State is the state of the CLI while it waits.
	State signals.State
}

// Asked returns the signal of the first of the questions that is on a screen, with the question's line. It cannot
// distinguish a dialog from text of the conversation that looks the same, so choose an Answer that no other text is
// likely to contain.
func Asked(screen []byte, questions []Question) (signal signals.Signal, ok bool) {
	lines := strings.Split(string(screen), "\n")
	for _, q := range questions {
		if text, ok := q.on(lines); ok {
			return signals.Signal{State: q.State, About: text}, true
		}
	}
	return signals.Signal{}, false
}

// frame holds the characters that surround the lines of a dialog.
const frame = "│┃| \t"

func (q Question) on(lines []string) (text string, ok bool) {
	for _, line := range lines {
		line = strings.TrimRight(strings.TrimLeft(line, frame+"▶●›❯→>"), frame)
		switch {
		case strings.HasPrefix(line, q.Text):
			text = line
		case text != "" && strings.HasPrefix(line, q.Answer):
			return text, true
		}
	}
	return "", false
}
