package claude

import (
	"context"

	"stead/internal/adapter"
	"stead/internal/recordtree"
	"stead/readers"
)

// Tail follows the session's file. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{turn: newTurn()}
	file, err := recordtree.Follow(ctx, location.Path, format{}, func(before recordtree.Record) { t.turn.see(before) })
	if err != nil {
		return nil, err
	}
	t.Tail, t.stood = file, t.turn.state
	return t, nil
}

type tail struct {
	*recordtree.Tail
	turn turn
	// stood is how the turn stood when the tail began.
	stood readers.Turn
}

// Stands implements readers.Stander.
func (t *tail) Stands() readers.Turn { return t.stood }

// Next returns the entries of the records that were appended. See [readers.Tail].
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	var progress readers.Progress
	records, err := t.Tail.Next(ctx)
	for _, record := range records {
		progress.Entries = append(progress.Entries, record.Entries...)
		if state := t.turn.see(record); state != "" {
			progress.Turn = state
		}
	}
	return progress, err
}
