package travel

import "errors"

// ErrNotFound says that there is nothing with a name that could travel.
var ErrNotFound = errors.New("there is nothing that could travel")

// Error says why something does not travel, and what to do about it.
type Error struct {
	// Text is the message. Tip says what to do about it; it may be empty.
	Text, Tip string
	// Kind is ErrNotFound, or the error behind it.
	Kind error
}

// Error returns the message.
func (e *Error) Error() string { return e.Text }

// Hint says what to do about it.
func (e *Error) Hint() string { return e.Tip }

// Unwrap returns the kind.
func (e *Error) Unwrap() error { return e.Kind }

// notFound returns an Error of the kind ErrNotFound.
func notFound(text, tip string) *Error { return &Error{Text: text, Tip: tip, Kind: ErrNotFound} }
