package writers

import (
	"errors"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Naming says how a CLI names its sessions, and what it asks of them.
type Naming struct {
	Info adapter.Info
	// NewID makes the id of a session for which none is wished. Nil takes [Options].NewID as it is.
	NewID func(Options) (string, error)
	// IsID reports whether the CLI accepts an id. Rule says to people which it accepts. Nil accepts any.
	IsID func(id string) bool
	Rule string
	// Path returns the main file of a session whose options are complete, below the store's root.
	Path func(root string, o Options) string
	// Version is the version of the CLI that a session names when none is wished. Empty where sessions name none.
	Version string
	// AnyDir says that a session of the CLI need not have a working folder.
	AnyDir bool
}

// ErrID is the error of a wish for an id that the CLI does not accept.
var ErrID = errors.New("the id is not accepted")

// idError says which ids a CLI accepts.
type idError struct{ id, rule string }

func (e *idError) Error() string { return fmt.Sprintf("plan session %q: %s", e.id, e.rule) }

// Is reports whether the error is ErrID.
func (e *idError) Is(target error) bool { return target == ErrID }

// Plan completes the options and plans the session. Errors are [ErrID], and for a source without a working
// folder.
func (n Naming) Plan(store adapter.Store, stream timeline.Stream, o Options) (Plan, error) {
	if o.ID == "" {
		var err error
		if o.ID, err = n.newID(o); err != nil {
			return Plan{}, fmt.Errorf("plan session: %w", err)
		}
	}
	if o.Version == "" {
		o.Version = n.Version
	}
	if n.IsID != nil && !n.IsID(o.ID) {
		return Plan{}, &idError{o.ID, n.Rule}
	}
	if o.Dir == "" {
		o.Dir = stream.Header.Project.Path
	}
	p := Plan{CLI: n.Info.Name, ID: o.ID, Stream: stream, Options: o}
	if store.Root == "" {
		return p, nil
	}
	if o.Dir == "" && !n.AnyDir {
		return Plan{}, fmt.Errorf("plan session: the source names no working folder, and %s keeps sessions by it: give one",
			n.Info.Title)
	}
	p.Path = o.Place(n.Path(store.Root, o))
	return p, nil
}

func (n Naming) newID(o Options) (string, error) {
	if n.NewID == nil {
		return o.NewID(), nil
	}
	return n.NewID(o)
}

// Written is what an encoder has written into a session's main file.
type Written struct {
	Report
	Size  int64
	Lines int
}

// Write makes the planned session's main file, and others that encode adds to files: all of them, or none. Errors are
// those of encode and [Files].
func (p Plan) Write(encode func(dst io.Writer, files *Files) (Written, error)) (Receipt, error) {
	receipt, err := p.write(encode)
	if err != nil {
		return Receipt{}, fmt.Errorf("write session %s: %w", p.ID, err)
	}
	return receipt, nil
}

func (p Plan) write(encode func(dst io.Writer, files *Files) (Written, error)) (Receipt, error) {
	if p.Path == "" {
		return Receipt{}, errors.New("the plan has no store")
	}
	files := p.Files()
	defer files.Abort()
	dst, err := files.Create(p.Path)
	if err != nil {
		return Receipt{}, err
	}
	written, err := encode(dst, files)
	if err != nil {
		return Receipt{}, err
	}
	return files.Commit(p, written.Report, written.Size, written.Lines)
}
