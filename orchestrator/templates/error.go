package templates

import (
	"errors"
	"fmt"
)

// Errors of templates, in addition to [Error].
var (
	// ErrNotFound: there is no template with that name.
	ErrNotFound = errors.New("there is no such template")
	// ErrValue: a value is missing, has another type than its variable, or has no variable.
	ErrValue = errors.New("wrong value")
	// ErrUntrusted: a project's template would do something that the user has not allowed.
	ErrUntrusted = errors.New("not allowed")
)

// Error describes a fault in a template.
type Error struct {
	// File is its path, or its name if it has no path. Line counts from 1, and is 0 if the error concerns the whole file.
	File string
	Line int
	// Key is the key of the front matter, such as vars.task.type. Empty for the body.
	Key string
	// Problem says what is wrong, Remedy what is allowed.
	Problem, Remedy string
}

// Error returns the place and the problem.
func (e *Error) Error() string {
	at := e.File
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, e.Line)
	}
	if e.Key != "" {
		at += ": " + e.Key
	}
	return at + ": " + e.Problem
}

// Hint returns what is allowed.
func (e *Error) Hint() string { return e.Remedy }

// valueError is an ErrValue with a complete message of its own.
type valueError string

// Error returns the message.
func (e valueError) Error() string { return string(e) }

// Unwrap returns ErrValue.
func (valueError) Unwrap() error { return ErrValue }
