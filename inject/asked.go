package inject

import (
	"strings"

	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
)

// mainArguments are the names that CLIs have for the argument which says most about a call, the most telling first.
var mainArguments = []string{"command", "file_path", "filePath", "absolute_path", "path", "url", "query", "pattern",
	"summary", "description", "prompt"}

// Asking says for what a permission is asked, as "tool: main argument". The input is an object with the call's
// arguments under the CLI's own names.
func Asking(tool string, input []byte) string {
	for _, name := range mainArguments {
		if value := jsonl.Value(input).Get(name).String(); value != "" {
			return tool + ": " + value
		}
	}
	return tool
}

// Question is a dialog that a CLI draws. Two of its lines identify it, by how they begin behind frames, pointers and
// space.
type Question struct {
	// Text is a line of the question, Answer the first of the answers below it.
	Text, Answer string
	// State is what the CLI waits for.
	State signals.State
}

// Asked returns the sign of the first of the questions that stands on a screen, about its line. Of a text of the
// conversation that looks the same it knows no difference: let the answer be one that nobody else writes.
func Asked(screen []byte, questions []Question) (signal signals.Signal, ok bool) {
	lines := strings.Split(string(screen), "\n")
	for _, q := range questions {
		if text, ok := q.on(lines); ok {
			return signals.Signal{State: q.State, About: text}, true
		}
	}
	return signals.Signal{}, false
}

// frame is what stands around the lines of a dialog.
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
