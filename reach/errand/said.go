package errand

import (
	"encoding/json"
	"io"
	"strings"
)

// Said is a line of JSON that a verb prints beside its output if a program reads it: a message, or finally why the verb
// failed. See [Request.Values].
type Said struct {
	Message string   `json:"message,omitempty"`
	Failure *Failure `json:"failure,omitempty"`
}

// Failure says why a verb failed.
type Failure struct {
	Text string `json:"text"`
	Tip  string `json:"hint,omitempty"`
	// Code is the verb's exit code.
	Code int `json:"code"`
	// Parts are the parts of the hint: words, with every second part a reference on the verb's machine. Nil if the hint
	// contains no reference.
	Parts []string `json:"parts,omitempty"`
}

// Write prints the line.
func (s Said) Write(to io.Writer) {
	line, _ := json.Marshal(s)          // texts and numbers cannot fail
	_, _ = to.Write(append(line, '\n')) // without a reader, the message has no recipient
}

// ParseSaid parses the lines of a verb. A line that is not JSON, such as the output of a program that crashed, is a
// message. Failed is nil if the verb does not say why it failed.
func ParseSaid(text string) (messages []string, failed *Failure) {
	for line := range strings.Lines(text) {
		var s Said
		switch err := json.Unmarshal([]byte(line), &s); {
		case err != nil || s == Said{}:
			messages = append(messages, strings.TrimSuffix(line, "\n"))
		case s.Failure != nil:
			failed = s.Failure
		default:
			messages = append(messages, s.Message)
		}
	}
	return messages, failed
}
