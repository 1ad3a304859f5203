package templates

import (
	"errors"
	"fmt"
)

// Errors of templates, in addition to [Error].
var (
	// ErrNotFound: there is no template of that name.
	ErrNotFound = errors.New("there is no such template")
	// ErrValue: a value is missing, is of another type than its variable, or has none.
	ErrValue = errors.New("wrong value")
	// ErrUntrusted: a project's template would do what nobody has allowed.
	ErrUntrusted = errors.New("not allowed")
)

// Error is a template that is wrong.
type Error struct {
	// File is its path, or its name for one that has none; Line counts from 1, and is 0 where the whole file is meant.
	File string
	Line int
	// Key is what in the front matter is meant: vars.task.type. Empty for the body.
	Key string
	// Problem says what is wrong, Remedy what is allowed.
	Problem, Remedy string
}

// Error returns where what is wrong.
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

// valueError is an ErrValue that says all there is to say.
type valueError string

// Error says it.
func (e valueError) Error() string { return string(e) }

// Unwrap returns ErrValue.
func (valueError) Unwrap() error { return ErrValue }
