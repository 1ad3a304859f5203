package remote

import (
	"fmt"
	"slices"
	"strings"

	"stead/reach/errand"
)

// FailedError says that a verb has failed on a machine.
type FailedError struct {
	// Code is the verb's exit code there.
	Code int
	// Text are the verb's words, after the machine's name. Tip says what to do about it, with references as they are for
	// this machine. It may be empty.
	Text, Tip string
}

// Error returns the verb's words.
func (e *FailedError) Error() string { return e.Text }

// Hint returns what the verb says to do about it.
func (e *FailedError) Hint() string { return e.Tip }

// failedThere returns the error of a verb that failed on a machine, from its error output.
func failedThere(machine string, code int, output string) *FailedError {
	messages, failed := errand.ParseSaid(output)
	if failed == nil {
		return &FailedError{Code: code, Text: fmt.Sprintf("%s: %s", machine, strings.Join(messages, "\n"))}
	}
	return &FailedError{Code: code, Text: fmt.Sprintf("%s: %s", machine, failed.Text), Tip: tipFrom(machine, failed)}
}

// tipFrom returns a machine's hint with the machine's name before its references.
func tipFrom(machine string, f *errand.Failure) string {
	if f.Parts == nil {
		return f.Tip
	}
	parts := slices.Clone(f.Parts)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = Join(machine, parts[i])
	}
	return strings.Join(parts, "")
}
