package transcript

import (
	"encoding/json"
	"strings"

	"stead/internal/term/plain"
	"stead/timeline"
)

// headlineLength is the number of bytes of an argument in a headline.
const headlineLength = 400

// Headline returns a call as one line that is safe for a terminal: its tool and its most informative argument.
func Headline(call *timeline.Entry) string {
	return strings.TrimSpace(Name(call) + " " + Argument(call))
}

// Name returns the tool's universal name, or the CLI's own name for a tool that has none.
func Name(call *timeline.Entry) string {
	if call.Tool == timeline.Unknown || call.Tool == "" {
		return plain.Line(call.OriginalTool)
	}
	return string(call.Tool)
}

// mainArguments are the arguments that tell people what a call does. The first one present counts.
var mainArguments = []string{"command", "path", "pattern", "url", "query", "description", "prompt"}

// Argument returns the beginning of a call's most informative argument as one line, or that of all arguments.
func Argument(call *timeline.Entry) string {
	var input map[string]json.RawMessage
	if json.Unmarshal(call.Input, &input) != nil {
		return ""
	}
	if len(input) == 0 {
		return ""
	}
	if call.Tool != timeline.Unknown {
		for _, name := range mainArguments {
			if text, ok := Text(input[name]); ok && !text.IsBlank() {
				return plain.Line(text.Head(headlineLength))
			}
		}
		if patch, ok := Text(input["patch"]); ok {
			return patched(patch)
		}
		if question := firstQuestion(input["questions"]); question != "" {
			return question
		}
	}
	return plain.Line(string(call.Input[:min(len(call.Input), headlineLength)]))
}

// Text returns the text of a JSON string, or false for any other value.
func Text(value json.RawMessage) (timeline.Text, bool) {
	if len(value) == 0 || value[0] != '"' {
		return timeline.Text{}, false
	}
	return timeline.RawText(value), true
}

// patched names the files that a patch changes.
func patched(patch timeline.Text) string {
	return plain.Fit(strings.Join(patchedFiles(patch), ", "), headlineLength)
}

func patchedFiles(patch timeline.Text) []string {
	var files []string
	for file := range timeline.PatchedFiles(patch.Head(64 << 10)) {
		files = append(files, plain.Line(file))
	}
	return files
}

func firstQuestion(questions json.RawMessage) string {
	var asked []struct{ Question string }
	if json.Unmarshal(questions, &asked) != nil || len(asked) == 0 {
		return ""
	}
	return plain.Line(asked[0].Question)
}

// stateLength is the width of an error in a call's line, in cells of a terminal.
const stateLength = 120

// State says in a few words how a call ended, and whether it failed. It is empty for a successful call.
func State(call Step) (state string, isFailed bool) {
	switch r := call.Result; {
	case r == nil:
		return "no result", false
	case r.Success:
		return "", false
	default:
		for _, text := range []timeline.Text{r.Error, r.Output} {
			if line := plain.Line(text.Head(4 * stateLength)); line != "" {
				return plain.Fit(line, stateLength), true
			}
		}
		return "failed", true
	}
}
