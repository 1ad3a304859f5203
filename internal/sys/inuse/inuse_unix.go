//go:build unix

// Package inuse renames and removes files that others have open. Windows refuses that as long as they have.
package inuse

// Wait does it: nobody keeps a file from being renamed or removed.
func Wait(do func() error) error { return do() }
