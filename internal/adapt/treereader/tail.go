package treereader

import (
	"cmp"
	"context"

	"stead/internal/adapt/recordtree"
	"stead/readers"
)

// Tail follows a session's file. It implements [readers.Tail] and [readers.TurnReporter].
type Tail struct {
	file  *recordtree.Tail
	see   func(recordtree.Record) readers.Turn
	stood readers.Turn
}

// Follow starts after the current end of the file. See and past return the state of the turn that a record causes, or
// nothing. Past is called for the records that the file already contains, and see for those that follow.
func Follow(ctx context.Context, path string, format recordtree.Format, past,
	see func(recordtree.Record) readers.Turn) (*Tail, error) {
	t := &Tail{see: see}
	var err error
	t.file, err = recordtree.Follow(ctx, path, format, func(before recordtree.Record) {
		t.stood = cmp.Or(past(before), t.stood)
	})
	return t, err
}

// Watch returns the folder of the session's file. It may not exist yet.
func (t *Tail) Watch() []string { return t.file.Watch() }

// LastTurn implements readers.TurnReporter.
func (t *Tail) LastTurn() readers.Turn { return t.stood }

// Next returns the entries of the records that were appended. See [readers.Tail].
func (t *Tail) Next(ctx context.Context) (readers.Progress, error) {
	var progress readers.Progress
	records, err := t.file.Next(ctx)
	for _, record := range records {
		progress.Entries = append(progress.Entries, record.Entries...)
		progress.Turn = cmp.Or(t.see(record), progress.Turn)
	}
	progress.Moved = t.file.Moved()
	return progress, err
}
