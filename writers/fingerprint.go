package writers

import (
	"context"
	"errors"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/internal/sys/atomicfile"
)

// Errors of a session that is to be extended. Nothing was changed.
var (
	// ErrChanged: the session has changed since its fingerprint was taken.
	ErrChanged = errors.New("the session has changed")
	// ErrRewritten: extending the session would change some of its content.
	ErrRewritten = errors.New("nothing can be added to the session without changing what it holds")
)

// Fingerprint identifies the state of a session. Fingerprints are comparable and can be stored.
type Fingerprint struct {
	// Path is the session's main file, or the store's file that holds it among others.
	Path string `json:"path"`
	ID   string `json:"id"`
	// File is the state of a session that is a file. Rows is the SHA-256 of a session that consists of database rows.
	File FileState `json:"file,omitzero"`
	Rows string    `json:"rows,omitempty"`
}

// FileState is the state of a file at some time. Two equal states have the same content.
type FileState struct {
	Size int64 `json:"size"`
	// Modified is in nanoseconds since 1970.
	Modified int64 `json:"modified"`
	// End is the SHA-256 of the file's end. It detects a change that affects neither size nor time.
	End string `json:"end"`
}

// Fingerprinter is a writer whose sessions have no file of their own.
type Fingerprinter interface {
	// Fingerprint returns the current fingerprint of the session. It returns adapter.ErrNotFound if there is none.
	Fingerprint(context.Context, adapter.Location) (Fingerprint, error)
}

// FingerprintOf returns the current fingerprint of a session in the writer's format.
func FingerprintOf(ctx context.Context, w Writer, l adapter.Location) (Fingerprint, error) {
	if f, ok := w.(Fingerprinter); ok {
		return f.Fingerprint(ctx, l)
	}
	state, err := atomicfile.StateOf(l.Path)
	return Fingerprint{Path: l.Path, ID: l.ID, File: FileState(state)}, err
}

// Expect returns an error unless the session's rows still match the fingerprint. Err is the error of reading them: if
// they are gone, the session has changed.
func (f Fingerprint) Expect(rows string, err error) error {
	if errors.Is(err, adapter.ErrNotFound) || err == nil && rows != f.Rows {
		return fmt.Errorf("%w: %s in %s", ErrChanged, f.ID, f.Path)
	}
	return err
}

// Place returns the path of the session: the path of the session that it extends, or the given path of the format.
func (o Options) Place(path string) string {
	if o.Extends != nil {
		return o.Extends.Path
	}
	return path
}

// Files returns an empty set of files for the planned session.
func (p Plan) Files() *Files { return &Files{extends: p.Extends} }

// begin begins a file: a new one, or the file of the extended session.
func (f *Files) begin(path string) (io.Writer, error) {
	if f.extends != nil && f.extends.Path == path {
		return f.set.Extend(path, atomicfile.State(f.extends.File))
	}
	return f.set.Create(path)
}
