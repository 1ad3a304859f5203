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

// Values is the variable that a node sets for a verb whose messages another stead reads. Each is then a line of JSON: a
// said.
const Values = setup.Errand + "VALUES"

// said is a message of a verb beside its output, or finally its failure.
type said struct {
	Message string         `json:"message,omitempty"`
	Failure *failure.Error `json:"failure,omitempty"`
}

// Speak makes a verb print its messages as lines of JSON if another stead reads them.
func Speak(p *setup.Process) {
	if p.Getenv(Values) != "" {
		p.Term.Err.Say = func(text string) { write(p.Term.Err, said{Message: text}) }
	}
}

// TellFailure prints why a verb failed if another stead reads it: the texts, without data about this machine. Ok is
// false if no stead reads it.
func TellFailure(p *setup.Process, f *failure.Error) (ok bool) {
	if p.Getenv(Values) == "" {
		return false
	}
	write(p.Term.Err, said{Failure: &failure.Error{Code: f.Code, Text: f.Text, Tip: f.Tip, Parts: f.Parts}})
	return true
}

func write(to io.Writer, s said) {
	line, _ := json.Marshal(s)          // texts and numbers cannot fail
	_, _ = to.Write(append(line, '\n')) // without a reader, the message has no recipient
}

// parseSaid parses the messages of a verb. A line that is not JSON, such as the output of a program that crashed, is a
// message.
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

// failedThere returns the error of a verb that failed on another machine, from its messages.
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
