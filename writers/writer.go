package writers

import (
	"context"
	"io"
	"time"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Writer writes sessions in one CLI's native format.
type Writer interface {
	Info() adapter.Info
	// Plan says what writing the stream into the store would make: the new session's id and its files. It touches nothing.
	// Store may be the zero value for a plan that is only encoded.
	Plan(adapter.Store, timeline.Stream, Options) (Plan, error)
	// Encode writes the planned session's main file to dst. Errors are those of the stream and of dst.
	Encode(ctx context.Context, dst io.Writer, plan Plan) (Report, error)
	// Write makes all files of the plan, or none. Errors: adapter.ErrExists, and those of the stream and the file system;
	// ErrChanged and ErrRewritten for a session that is extended.
	Write(context.Context, Plan) (Receipt, error)
}

// Undoer is a writer whose sessions are not files of their own, so that removing the receipt's files is not enough or
// too much.
type Undoer interface {
	// Undo removes the written session, and nothing else. The CLI must not have been started on it.
	Undo(Receipt) error
}

// Options say what the new session shall be like.
type Options struct {
	// ID is the wished session id. Empty means a new one. It is an error when the CLI would not accept it.
	ID string
	// Dir is the working folder in which the session will go on: an absolute path. Empty means the source's.
	Dir string
	// Version is the target CLI's version, for formats that changed. Empty means the newest tested one.
	Version string
	// Model is the target's model under which the session will go on, where the format records one. Empty leaves the
	// choice to the CLI.
	Model string
	// Provider is the model provider that the target is configured for, where the format records one. Empty records none.
	Provider string
	// Extends is a session of the store that this one takes the place of, under its id, which ID must name too. The stream
	// begins with all that it holds, which stays as it is, byte for byte; what follows is added. Nil writes a new session.
	Extends *Fingerprint
	// Now is the time of the writing.
	Now time.Time
	// NewID returns a random UUID of version 4 and is given so that tests are repeatable.
	NewID func() string
}

// Plan is what will be written.
type Plan struct {
	CLI string
	ID  string
	// Path is the session's main file. Empty when the plan is only to be encoded.
	Path   string
	Stream timeline.Stream
	Options
}

// Report says what was delivered, and what was not.
type Report struct {
	// Entries counts the delivered entries that are not hidden.
	Entries int `json:"entries"`
	// LeftOut is what a policy or the target's window kept out. Writers leave it empty.
	LeftOut []LeftOut `json:"left_out"`
	// Losses are what the target's format cannot hold.
	Losses Losses `json:"losses"`
	// Branches are the references of further sessions that were written, each for an abandoned branch. Empty for a
	// delivery that is only tried.
	Branches []string `json:"branches,omitempty"`
	// Secrets is what was done about secrets before the writer got the session. Writers leave it empty.
	Secrets Secrets `json:"secrets"`
	// Context says how much arrives of what the source's model knew. Writers leave it empty.
	Context Measure `json:"context"`
}

// Restored counts an entry that was written from its record.
func (r *Report) Restored(e *timeline.Entry) {
	if !e.Hidden {
		r.Entries++
	}
}

// Receipt proves a written session.
type Receipt struct {
	Report
	CLI string
	ID  string
	// Path is the session's main file, or the store's file that holds it among others; Files are all that were made.
	Path  string
	Files []string
	// Size is the session's size in bytes when it was written.
	Size int64
	// Lines is the number of its records: an entry with a higher [timeline.Record] line was added by the CLI.
	Lines int
	// Dir is the working folder in which the CLI must be started.
	Dir string
}
