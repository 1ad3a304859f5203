package qwen

import (
	"context"

	"stead/internal/adapter"
	"stead/internal/recordtree"
	"stead/readers"
)

// Tail follows the session's file. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	file, err := recordtree.Follow(ctx, location.Path, format{}, nil)
	if err != nil {
		return nil, err
	}
	return &tail{Tail: file}, nil
}

type tail struct {
	*recordtree.Tail
	turn turn
}

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
