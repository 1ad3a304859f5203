package writers

import (
	"errors"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Naming says how a CLI names its sessions and which requirements it has for them.
type Naming struct {
	Info adapter.Info
	// NewID makes the id of a session when the caller requests none. If it is nil, [Options].NewID is used.
	NewID func(Options) (string, error)
	// IsID reports whether the CLI accepts an id. Rule describes the accepted ids to users. Nil accepts any id.
	IsID func(id string) bool
	Rule string
	// Path returns the path of the main file below the store's root, for a session with complete options.
	Path func(root string, o Options) string
	// Version is the CLI version that a session names when the caller requests none. It is empty if sessions name no
	// version.
	Version string
	// AnyDir reports that a session of the CLI does not need a working folder.
	AnyDir bool
}

// ErrID is the error for a requested id that the CLI does not accept.
var ErrID = errors.New("the id is not accepted")

// idError describes which ids a CLI accepts.
type idError struct{ id, rule string }

func (e *idError) Error() string { return fmt.Sprintf("plan session %q: %s", e.id, e.rule) }

// Is reports whether the error is ErrID.
func (e *idError) Is(target error) bool { return target == ErrID }

// Plan completes the options and plans the session. It returns [ErrID], and an error for a source without a working
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

// Written describes what an encoder wrote into a session's main file.
type Written struct {
	Report
	Size  int64
	Lines int
}

// Write creates the planned session's main file and any others that encode adds to files: all of them, or none. Errors
// are those of encode and [Files].
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
