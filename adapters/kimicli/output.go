package kimicli

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"stead/timeline"
)

// Outcome is a tool's output in the form of the universal timeline.
type Outcome struct {
	Output, Error timeline.Text
	Failed        bool
}

// The CLI's notes in the first part of a tool's output.
const (
	failure    = "ERROR: "
	exitNote   = "Command failed with exit code: "
	emptyNote  = "Tool output is empty."
	failedNote = "Tool execution failed."
	beginNote  = "Tool output begins."
	mediaNote  = "Tool returned non-text content."
	exitError  = "exit code "
)

// bare lists the notes that add nothing to the result.
var bare = []string{emptyNote, beginNote, mediaNote, "Command executed successfully."}

// ParseOutput parses a tool's output, which consists of a note of the CLI and the tool's own output. Either may be
// missing. A note alone is the output. For a failed call, the note is the reason. Any other note before an output stays
// part of it, as the model got it: how much of a file was read, how a picture was scaled down.
func ParseOutput(c Content) Outcome {
	var note timeline.Text
	hasNote := false
	if len(c.Texts) > 0 {
		note, hasNote = Note(c.Texts[0])
	}
	if !hasNote {
		return Outcome{Output: c.Text()}
	}
	rest := Content{Texts: c.Texts[1:]}.Text()
	hasMore := len(c.Texts) > 1 || len(c.Media) > 0
	if note.HasPrefix(failure) {
		return parseFailure(cut(note, len(failure)), rest, len(c.Texts) > 1)
	}
	switch {
	case isBare(note) && (hasMore || note.HasPrefix(emptyNote)):
		return Outcome{Output: rest}
	case hasMore:
		return Outcome{Output: c.Text()}
	}
	return Outcome{Output: note}
}

func isBare(note timeline.Text) bool {
	return slices.ContainsFunc(bare, func(words string) bool { return note.Len() == len(words) && note.HasPrefix(words) })
}

func cut(text timeline.Text, prefix int) timeline.Text { return text.Slice(prefix, text.Len()) }

func parseFailure(reason, output timeline.Text, hasOutput bool) Outcome {
	o := Outcome{Output: output, Error: reason, Failed: true}
	if isNote(output, emptyNote) {
		o.Output = timeline.Text{}
	}
	if code, ok := exitCode(reason); ok {
		o.Error = timeline.NewText(exitError + code)
		return o
	}
	switch {
	case reason.HasPrefix(failedNote) && reason.Len() == len(failedNote):
		o.Error = timeline.Text{}
	case !hasOutput:
		o.Output, o.Error = reason, timeline.Text{}
	}
	return o
}

func isNote(text timeline.Text, words string) bool {
	note, ok := Note(text)
	return ok && note.Len() == len(words) && note.HasPrefix(words)
}

// exitCode returns the exit code in the note of a failed command.
func exitCode(note timeline.Text) (string, bool) {
	digits, ok := bytes.CutPrefix(note.Inner(), []byte(exitNote))
	digits, ends := bytes.CutSuffix(digits, []byte("."))
	_, err := strconv.Atoi(string(digits))
	return string(digits), ok && ends && err == nil
}

// FormatOutput returns the texts of a tool's output in the CLI's form, so that [ParseOutput] returns the same outcome.
// HasMedia reports that pictures follow.
func FormatOutput(o Outcome, hasMedia bool) []timeline.Text {
	if !o.Failed {
		return formatSuccess(o.Output, hasMedia)
	}
	reason := o.Error
	if code, ok := strings.CutPrefix(reason.Head(40), exitError); ok {
		if _, err := strconv.Atoi(code); err == nil {
			reason = timeline.NewText(exitNote + code + ".")
		}
	}
	switch {
	case reason.IsEmpty() && o.Output.IsEmpty():
		return []timeline.Text{failed(timeline.NewText(failedNote))}
	case reason.IsEmpty() && !isExit(o.Output) && !isPlainFailure(o.Output):
		return []timeline.Text{failed(o.Output)}
	case reason.IsEmpty():
		return []timeline.Text{failed(timeline.NewText(failedNote)), o.Output}
	case o.Output.IsEmpty() && isExit(reason):
		return []timeline.Text{failed(reason)}
	case o.Output.IsEmpty():
		return []timeline.Text{failed(reason), NewNote(timeline.NewText(emptyNote))}
	}
	return []timeline.Text{failed(reason), o.Output}
}

func isExit(text timeline.Text) bool {
	_, ok := exitCode(text)
	return ok
}

func isPlainFailure(text timeline.Text) bool {
	return text.HasPrefix(failedNote) && text.Len() == len(failedNote)
}

// FailureNote returns the CLI's note on a failed call.
func FailureNote(reason timeline.Text) timeline.Text { return failed(reason) }

func failed(reason timeline.Text) timeline.Text {
	return NewNote(timeline.Concat(timeline.NewText(failure), reason))
}

// formatSuccess adds a note only if there is no text, or if the text looks like a note.
func formatSuccess(output timeline.Text, hasMedia bool) []timeline.Text {
	_, looksLikeNote := Note(output)
	switch {
	case output.IsEmpty() && hasMedia:
		return []timeline.Text{NewNote(timeline.NewText(mediaNote))}
	case output.IsEmpty():
		return []timeline.Text{NewNote(timeline.NewText(emptyNote))}
	case looksLikeNote:
		return []timeline.Text{NewNote(timeline.NewText(beginNote)), output}
	}
	return []timeline.Text{output}
}
