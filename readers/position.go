package readers

import (
	"context"
	"errors"
	"iter"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Position is where a record begins in its session's file: its offset in bytes, and its line from 1. Of a session that
// is several files both go on from file to file, the oldest first.
type Position struct {
	Offset int64
	Line   int
}

// PositionOf returns where a record begins.
func PositionOf(r *timeline.Record) Position { return Position{Offset: r.Offset, Line: r.Line} }

// Seeker is a reader that can read a single record, wherever it stands.
type Seeker interface {
	// At returns the entries of the record that begins at a position, as far as the record itself tells them: their texts
	// are those of the stream, but what other records say about them (branches, calls, unique ids) is missing. Errors:
	// fs.ErrNotExist where the file or the record is gone, and the others of the file system.
	At(context.Context, adapter.Location, Position) ([]*timeline.Entry, error)
}

// Resumer is a reader of files to which records are appended. It can go on where an earlier reading ended.
type Resumer interface {
	// From yields the entries of the records from a position to the end of the file, with the texts that the stream gives
	// them. Of what stands before the position it reads no more than some kilobytes. A record that changes how one before
	// the position is read ends the range with ErrAnew, before any entry was yielded. Ids that a record does not have
	// itself may differ from the stream's, and where nothing is counted the model may be missing.
	From(context.Context, adapter.Location, Position) iter.Seq2[*timeline.Entry, error]
}

// ErrAnew says that a session cannot be read on from a position: what was appended changes how the records before it
// are read.
var ErrAnew = errors.New("the session must be read from its beginning")

// Sifter is a reader of places that are no text files, in whose bytes words could be looked for.
type Sifter interface {
	// Sift calls fn with all that the sessions of a place say, as the JSON that is stored, undecoded, and with the id of
	// the session. It may do so more than once, and leave sessions out: only of those that it has named is all said. The
	// bytes may be changed, but not kept. Errors are those of [Reader.Open].
	Sift(ctx context.Context, place Place, fn func(session string, data []byte)) error
}

// Picker is a reader that can leave out records.
type Picker interface {
	// Pick opens a session as Open does, but its streams need not have the records for which holds returns false. Those
	// that begin a turn are always there. The entries of all others have the texts that the stream of Open gives them;
	// what refers to a record that is left out (parents, times) may differ. Holds gets a record as it is stored, and is
	// called by several goroutines at once. Errors are those of [Reader.Open].
	Pick(ctx context.Context, location adapter.Location, holds func(record []byte) bool) (timeline.Stream, error)
}
