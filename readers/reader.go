package readers

import (
	"context"
	"iter"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Query narrows a list (see [List]). The zero value asks for everything.
type Query struct {
	// Project keeps only sessions of this folder: an absolute path.
	Project string
	// Prefix keeps only sessions whose id begins with it. An adapter whose store names files by id need not open any
	// other.
	Prefix string
}

// Reader reads the sessions of one CLI.
type Reader interface {
	Info() adapter.Info
	// Discover returns the CLI's stores on the host. None is no error.
	Discover(adapter.Host) []adapter.Store
	// Places yields the places of a store that may hold sessions that the query asks for, told by names alone: no file is
	// opened. What cannot be looked at is an error; the range continues.
	Places(context.Context, adapter.Store, Query) iter.Seq2[Place, error]
	// Summaries yields the sessions of a place, from the head and tail of each, never the whole: none where there is no
	// conversation, or where the place has vanished meanwhile. What cannot be read is an error that names it. Sub-agents'
	// sessions have Parent set.
	Summaries(context.Context, Place) iter.Seq2[timeline.Summary, error]
	// Detect reports whether a file is in the reader's format, told by its first bytes (up to 64 KiB), not by its name.
	Detect(head []byte) bool
	// Open reads what must be known before the first entry can be told (the tree of the conversation, not its bodies) and
	// returns the session. The stream reads the session as it was at that moment, even when it grows. Errors:
	// adapter.ErrNotFound, ErrFormat, ErrEmpty.
	Open(context.Context, adapter.Location) (timeline.Stream, error)
}

// Container is a reader whose sessions may lie together in one file or folder: in a database, in a tree of small files.
type Container interface {
	// Contents yields the sessions that lie in a file or folder, in no particular order. It yields nothing for a place
	// that holds none of the reader's, and an error for each that cannot be read.
	Contents(ctx context.Context, path string) iter.Seq2[timeline.Summary, error]
}

// Translator is a reader of a CLI that has tools of its own.
type Translator interface {
	// Tools returns what the CLI calls the universal tools. The first of several for one tool is the one that writers
	// write.
	Tools() []timeline.NativeTool
}

// Tailer is a reader that can follow a session while its CLI works on it.
type Tailer interface {
	// Tail begins after what the session holds now, or at its beginning when it does not exist yet.
	Tail(context.Context, adapter.Location) (Tail, error)
}

// Tail follows one session. It is not safe for use by several goroutines.
type Tail interface {
	// Watch returns the folders in which a change announces that the session has grown.
	Watch() []string
	// Next returns what came since the last call, without waiting. The entries may be kept.
	Next(context.Context) (Progress, error)
}

// TurnReporter is a tail that knows how the turn stood when it began: it has read what was there.
type TurnReporter interface {
	// LastTurn returns the last sign of a turn's beginning or end before the tail began, or nothing where there was none.
	LastTurn() Turn
}

// Progress is what a tail has seen since it was last asked.
type Progress struct {
	Entries []*timeline.Entry
	// Turn is the last sign of a turn's beginning or end among the new records: the zero value when there was none.
	Turn Turn
	// Unsure says that the turn's end is only inferred, as the CLI writes no sign of it: the turn may go on.
	Unsure bool
	// Moved says that the user has gone back, or may have: entries that were told, these among them, may be on another
	// branch than they were, or be deleted. Which are, [Reader.Open] tells: it is the one rule for what is active. Without
	// it all told entries are where they were, and those of Entries where they say.
	Moved bool
}

// Turn is a state of the conversation's turn, as the CLI's own records tell it.
type Turn string

// The states of a turn.
const (
	TurnStarted     Turn = "started"
	TurnCompleted   Turn = "completed"
	TurnFailed      Turn = "failed"
	TurnInterrupted Turn = "interrupted"
	// TurnExpected: the CLI has taken the session up again. Headless a turn must follow, in a terminal none need.
	TurnExpected Turn = "expected"
)

// Ended reports whether the turn is over.
func (t Turn) Ended() bool { return t == TurnCompleted || t == TurnFailed || t == TurnInterrupted }
