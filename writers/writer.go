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
	// Plan returns what writing the stream into the store would create: the new session's id and its files. It changes
	// nothing. Store may be the zero value if the plan is only to be encoded.
	Plan(adapter.Store, timeline.Stream, Options) (Plan, error)
	// Encode writes the planned session's main file to dst. Errors are those of the stream and of dst.
	Encode(ctx context.Context, dst io.Writer, plan Plan) (Report, error)
	// Write creates all files of the plan, or none. It returns adapter.ErrExists, errors of the stream and of the file
	// system, and for an extended session ErrChanged and ErrRewritten.
	Write(context.Context, Plan) (Receipt, error)
}

// Undoer is a writer whose sessions have no files of their own, so removing the receipt's files would remove too little
// or too much.
type Undoer interface {
	// Undo removes the written session, and nothing else. The CLI must not have been started on it.
	Undo(Receipt) error
}

// Options describe the new session.
type Options struct {
	// ID is the requested session id. Empty means a new one. An id that the CLI would not accept is an error.
	ID string
	// Dir is the working folder in which the session will continue, an absolute path. Empty means the source's folder.
	Dir string
	// Version is the version of the target CLI, for formats that have changed. Empty means the newest tested version.
	Version string
	// Model is the target's model with which the session will continue, if the format records one. Empty leaves the
	// choice to the CLI.
	Model string
	// Provider is the model provider that the target is configured for, if the format records one. Empty records none.
	Provider string
	// Extends is an existing session of the store that this one replaces under the same id. ID must name it, too. The
	// stream begins with its whole content, which stays unchanged, byte for byte; the rest is appended. Nil writes a
	// new session.
	Extends *Fingerprint
	// Now is the time of writing.
	Now time.Time
	// NewID returns a random UUID of version 4. It is an option so that tests are repeatable.
	NewID func() string
}

// Plan describes what a writer will write.
type Plan struct {
	CLI string
	ID  string
	// Path is the session's main file. It is empty if the plan is only to be encoded.
	Path   string
	Stream timeline.Stream
	Options
}

// Report says what was delivered and what was not.
type Report struct {
	// Entries counts the delivered entries that are not hidden.
	Entries int `json:"entries"`
	// LeftOut is what a policy or the target's window excluded. Writers leave it empty.
	LeftOut []LeftOut `json:"left_out"`
	// Losses are the parts that the target's format cannot hold.
	Losses Losses `json:"losses"`
	// Branches are the references of additional sessions, one for each abandoned branch that was written. It is empty
	// for a dry run.
	Branches []string `json:"branches,omitempty"`
	// Secrets is what happened to secrets before the writer received the session. Writers leave it empty.
	Secrets Secrets `json:"secrets"`
	// Context says how much of what the source's model knew arrives. Writers leave it empty.
	Context Measure `json:"context"`
}

// Restored counts an entry that was written from its native record.
func (r *Report) Restored(e *timeline.Entry) {
	if !e.Hidden {
		r.Entries++
	}
}

// Receipt proves that a session was written.
type Receipt struct {
	Report
	CLI string
	ID  string
	// Path is the session's main file, or the store's file that holds it among others. Files lists all files that were
	// created.
	Path  string
	Files []string
	// Size is the session's size in bytes when it was written.
	Size int64
	// Lines is the number of its records. An entry with a higher [timeline.Record] line was added by the CLI.
	Lines int
	// Dir is the working folder in which the CLI must be started.
	Dir string
}
