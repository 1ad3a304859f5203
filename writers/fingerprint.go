package writers

import (
	"context"
	"errors"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/internal/sys/atomicfile"
)

// Errors of a session that shall be added to. Nothing was touched then.
var (
	// ErrChanged: the session is not as it was when its fingerprint was taken.
	ErrChanged = errors.New("the session has changed")
	// ErrRewritten: what it holds would not all stay as it is.
	ErrRewritten = errors.New("nothing can be added to the session without changing what it holds")
)

// Fingerprint tells whether a session is still what it was. It can be compared, and kept.
type Fingerprint struct {
	// Path is the session's main file, or the store's file that holds it among others.
	Path string `json:"path"`
	ID   string `json:"id"`
	// File is the state of a session that is a file; Rows is the SHA-256 of one that is rows of a database.
	File FileState `json:"file,omitzero"`
	Rows string    `json:"rows,omitempty"`
}

// FileState is what a file was like at a moment. Two states that are equal are of the same content.
type FileState struct {
	Size int64 `json:"size"`
	// Modified is in nanoseconds since 1970.
	Modified int64 `json:"modified"`
	// End is the SHA-256 of the file's end, for a change that hides from size and time.
	End string `json:"end"`
}

// Fingerprinter is a writer whose sessions are not a file of their own.
type Fingerprinter interface {
	// Fingerprint returns what the session is now. Errors: adapter.ErrNotFound.
	Fingerprint(context.Context, adapter.Location) (Fingerprint, error)
}

// FingerprintOf returns what a session of the writer's format is now.
func FingerprintOf(ctx context.Context, w Writer, l adapter.Location) (Fingerprint, error) {
	if f, ok := w.(Fingerprinter); ok {
		return f.Fingerprint(ctx, l)
	}
	state, err := atomicfile.StateOf(l.Path)
	return Fingerprint{Path: l.Path, ID: l.ID, File: FileState(state)}, err
}

// Expect is an error unless the session's rows are still those of the fingerprint. Err is why they could not be read:
// that they are gone is a change.
func (f Fingerprint) Expect(rows string, err error) error {
	if errors.Is(err, adapter.ErrNotFound) || err == nil && rows != f.Rows {
		return fmt.Errorf("%w: %s in %s", ErrChanged, f.ID, f.Path)
	}
	return err
}

// Place returns where the session goes: where the one lies that it extends, or else the path that the format has for
// it.
func (o Options) Place(path string) string {
	if o.Extends != nil {
		return o.Extends.Path
	}
	return path
}

// Files begins the files of the planned session.
func (p Plan) Files() *Files { return &Files{extends: p.Extends} }

// begin begins a file: a new one, or that of the session that is extended.
func (f *Files) begin(path string) (io.Writer, error) {
	if f.extends != nil && f.extends.Path == path {
		return f.set.Extend(path, atomicfile.State(f.extends.File))
	}
	return f.set.Create(path)
}
