package readers

import (
	"context"
	"errors"
	"iter"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Position is where a record begins in its session's file: its offset in bytes, and its line, counted from 1. If a
// session has several files, both counts continue from file to file, the oldest first.
type Position struct {
	Offset int64
	Line   int
}

// PositionOf returns the position at which a record begins.
func PositionOf(r *timeline.Record) Position { return Position{Offset: r.Offset, Line: r.Line} }

// Seeker is a reader that can read a single record anywhere in a session.
type Seeker interface {
	// At returns the entries of the record at a position, as far as the record alone determines them. Their texts equal
	// those of the stream, but information from other records (branches, calls, unique ids) is missing. At returns
	// fs.ErrNotExist if the file or the record is gone, and other errors of the file system.
	At(context.Context, adapter.Location, Position) ([]*timeline.Entry, error)
}

// Resumer is a reader of files that grow by appended records. It can continue where an earlier read ended.
type Resumer interface {
	// From yields the entries of the records from a position to the end of the file, with the same texts as the stream.
	// It reads at most a few kilobytes before the position. If a record changes how an earlier one is read, the range
	// ends with ErrAnew before it yields any entry. Ids that a record does not contain itself may differ from the
	// stream's, and the model may be missing on entries without usage counts.
	From(context.Context, adapter.Location, Position) iter.Seq2[*timeline.Entry, error]
}

// ErrAnew means that a session cannot be read on from a position, because the appended records change how earlier ones
// are read.
var ErrAnew = errors.New("the session must be read from its beginning")

// Sifter is a reader of places that are not text files, so their bytes cannot be searched for words directly.
type Sifter interface {
	// Sift calls fn with the id of each session of a place and with everything that the session says, as stored JSON,
	// not decoded. It may call fn several times for a session, and may omit sessions: the data is complete only for the
	// sessions that it named. Fn may change the bytes, but must not keep them. Errors are those of [Reader.Open].
	Sift(ctx context.Context, place Place, fn func(session string, data []byte)) error
}

// Picker is a reader that can skip records.
type Picker interface {
	// Pick opens a session like Open, but its streams may omit records for which holds returns false. They always
	// include records that begin a turn. The entries of the other records have the same texts as in the stream of Open,
	// but data that refers to an omitted record (parents, times) may differ. Holds receives a record as stored, and
	// several goroutines call it concurrently. Errors are those of [Reader.Open].
	Pick(ctx context.Context, location adapter.Location, holds func(record []byte) bool) (timeline.Stream, error)
}
