package failure

import (
	"errors"
	"fmt"
	"strings"

	"stead/inject/redaction"
	"stead/orchestrator/workdir"
)

// Error is an error as one process of stead reports it to another: its text, its hint and its exit code.
type Error struct {
	Text string `json:"text"`
	Tip  string `json:"hint,omitempty"`
	Code int    `json:"code"`
	// Usage says that the command line was not understood.
	Usage bool `json:"usage,omitempty"`
	// Parts are the parts of the hint, for readers on another machine: words, with every second part a reference. Nil if
	// the hint contains no reference.
	Parts []string `json:"parts,omitempty"`
	// Near are the folders in which a session may continue if its own cannot be used.
	Near []workdir.Near `json:"near,omitempty"`
	// Secrets are the secrets of a session about which the user must decide.
	Secrets *redaction.SecretsError `json:"secrets,omitempty"`
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

// Hint returns the hint.
func (e *Error) Hint() string { return e.Tip }

// Proposal returns the hint in parts.
func (e *Error) Proposal() []string { return e.Parts }

// Exit is the exit code of a verb on another machine that has already reported its failure itself.
type Exit struct{ Code int }

// Error returns a message, for callers that cannot pass the code on.
func (e *Exit) Error() string { return fmt.Sprintf("it has ended there with exit code %d", e.Code) }

// Describe converts an error for another process. It returns nil for nil.
func Describe(err error) *Error {
	if err == nil {
		return nil
	}
	code, hint := Code(err)
	e := &Error{Text: strings.TrimSpace(err.Error()), Tip: hint, Code: code, Usage: isUsage(err)}
	var own interface{ Hint() string }
	if errors.As(err, &own) && own.Hint() != "" {
		e.Tip = own.Hint()
		if proposing, ok := own.(interface{ Proposal() []string }); ok {
			e.Parts = proposing.Proposal()
		}
	}
	var folder *workdir.FolderError
	if errors.As(err, &folder) {
		e.Near = folder.Near
	}
	_ = errors.As(err, &e.Secrets)
	return e
}

// SecretsIn returns the secrets of a session that the user must decide about, here or in another process. It returns
// nil if the error is about something else.
func SecretsIn(err error) *redaction.SecretsError {
	var found *redaction.SecretsError
	if errors.As(err, &found) {
		return found
	}
	var reported *Error
	if errors.As(err, &reported) {
		return reported.Secrets
	}
	return nil
}
