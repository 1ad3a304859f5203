package machines

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
)

// Values is the variable that a node sets for a verb whose messages another stead reads. Each is a line of JSON then: a
// said.
const Values = setup.Errand + "VALUES"

// said is what a verb says beside its output: a message, or at last why it failed.
type said struct {
	Message string         `json:"message,omitempty"`
	Failure *failure.Error `json:"failure,omitempty"`
}

// Speak has a verb say what it says as lines of JSON where another stead reads them.
func Speak(p *setup.Process) {
	if p.Getenv(Values) != "" {
		p.Term.Err.Say = func(text string) { write(p.Term.Err, said{Message: text}) }
	}
}

// TellFailure says why a verb failed where another stead reads it: in words, without what it knows of this machine. Ok
// is false where nobody does.
func TellFailure(p *setup.Process, f *failure.Error) (ok bool) {
	if p.Getenv(Values) == "" {
		return false
	}
	write(p.Term.Err, said{Failure: &failure.Error{Code: f.Code, Text: f.Text, Tip: f.Tip, Parts: f.Parts}})
	return true
}

func write(to io.Writer, s said) {
	line, _ := json.Marshal(s)          // texts and numbers
	_, _ = to.Write(append(line, '\n')) // when nobody reads that, there is nobody to inform
}

// parseSaid reads what a verb said. What is no line of JSON, such as the words of a program that crashed, is a message.
func parseSaid(text string) (messages []string, failed *failure.Error) {
	for line := range strings.Lines(text) {
		var s said
		switch err := json.Unmarshal([]byte(line), &s); {
		case err != nil || s == said{}:
			messages = append(messages, strings.TrimSuffix(line, "\n"))
		case s.Failure != nil:
			failed = s.Failure
		default:
			messages = append(messages, s.Message)
		}
	}
	return messages, failed
}

// failedThere returns the error of a verb that failed on another machine, by what it said.
func failedThere(machine string, code int, text string) *failure.Error {
	messages, failed := parseSaid(text)
	if failed == nil {
		return &failure.Error{Code: code, Text: fmt.Sprintf("%s: %s", machine, strings.Join(messages, "\n"))}
	}
	there := &failure.Error{Code: code, Text: fmt.Sprintf("%s: %s", machine, failed.Text), Tip: failed.Tip}
	if failed.Parts != nil {
		there.Tip = term.Joined(failed.Parts, func(reference string) string { return Join(machine, reference) })
	}
	return there
}
