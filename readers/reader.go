package readers

import (
	"context"
	"iter"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Query narrows a list (see [List]). The zero value matches everything.
type Query struct {
	// Project restricts the list to sessions of this folder, an absolute path.
	Project string
	// Prefix restricts the list to sessions whose id begins with it. An adapter whose store names files by id need not
	// open any others.
	Prefix string
}

// Reader reads the sessions of one CLI.
type Reader interface {
	Info() adapter.Info
	// Discover returns the CLI's stores on the host. It is not an error if there are none.
	Discover(adapter.Host) []adapter.Store
	// Places yields the places of a store that may hold sessions matching the query, judging by names alone: it opens
	// no file. It yields an error for a place that it cannot look at, and continues.
	Places(context.Context, adapter.Store, Query) iter.Seq2[Place, error]
	// Summaries yields the sessions of a place. It reads only the head and tail of each. It yields nothing if the place
	// holds no conversation or no longer exists. For a session that it cannot read it yields an error that names it.
	// Sessions of sub-agents have Parent set.
	Summaries(context.Context, Place) iter.Seq2[timeline.Summary, error]
	// Detect reports whether a file is in the reader's format, judging by its first bytes (up to 64 KiB), not by its
	// name.
	Detect(head []byte) bool
	// Open reads what the first entry depends on (the tree of the conversation, but not its bodies) and returns the
	// session. The stream reads the session as it is at the time of the call, even if it grows later. Open returns
	// adapter.ErrNotFound, ErrFormat or ErrEmpty.
	Open(context.Context, adapter.Location) (timeline.Stream, error)
}

// Container is a reader that may find several sessions in one file or folder: in a database, or in a tree of small
// files.
type Container interface {
	// Contents yields the sessions in a file or folder, in no particular order. It yields nothing for a place without
	// sessions of this reader, and an error for each session that it cannot read.
	Contents(ctx context.Context, path string) iter.Seq2[timeline.Summary, error]
}

// Translator is a reader of a CLI with tools of its own.
type Translator interface {
	// Tools maps the CLI's tools to the universal ones. If several map to the same universal tool, writers use the
	// first.
	Tools() []timeline.NativeTool
}

// Tailer is a reader that can follow a session while its CLI is working on it.
type Tailer interface {
	// Tail starts at the current end of the session, or at its beginning if it does not exist yet.
	Tail(context.Context, adapter.Location) (Tail, error)
}

// Tail follows one session. It is not safe for concurrent use.
type Tail interface {
	// Watch returns the folders in which a change may mean that the session has grown.
	Watch() []string
	// Next returns what was added since the last call, without waiting. The caller may keep the entries.
	Next(context.Context) (Progress, error)
}

// TurnReporter is a tail that knows the state of the turn at its start, because it has read the existing records.
type TurnReporter interface {
	// LastTurn returns the last sign of a turn's beginning or end before the tail's start, or the zero value if there
	// was none.
	LastTurn() Turn
}

// Progress is what a tail has read since the previous call.
type Progress struct {
	Entries []*timeline.Entry
	// Turn is the last sign of a turn's beginning or end among the new records. It is the zero value if there was none.
	Turn Turn
	// Unsure reports that the end of the turn is only inferred, because the CLI writes no sign of it. The turn may
	// continue.
	Unsure bool
	// Moved reports that the user has gone back, or may have. Entries already reported, including these, may now be on
	// another branch or be deleted. [Reader.Open] tells which: it alone decides what is active. If Moved is false, all
	// entries reported so far stay on their branch, and the new ones are on the branch that they name.
	Moved bool
}

// Turn is a state of the conversation's turn according to the CLI's own records.
type Turn string

// The states of a turn.
const (
	TurnStarted     Turn = "started"
	TurnCompleted   Turn = "completed"
	TurnFailed      Turn = "failed"
	TurnInterrupted Turn = "interrupted"
	// TurnExpected: the CLI has resumed the session. In a headless run a turn must follow; in a terminal it need not.
	TurnExpected Turn = "expected"
)

// Ended reports whether the turn is over.
func (t Turn) Ended() bool { return t == TurnCompleted || t == TurnFailed || t == TurnInterrupted }
