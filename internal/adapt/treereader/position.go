package treereader

import (
	"context"
	"iter"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/readers"
	"stead/timeline"
)

// At returns the entries of one record. See [readers.Seeker].
func At(ctx context.Context, path string, format recordtree.Format, at readers.Position) ([]*timeline.Entry, error) {
	line, err := jsonl.At(ctx, path, at.Offset, at.Line)
	if err != nil {
		return nil, err
	}
	return format.Parse(line).Entries, nil
}

// From yields the entries of the records from a position on. See [readers.Resumer].
func From(ctx context.Context, path string, format recordtree.Format, at readers.Position) iter.Seq2[*timeline.Entry,
	error] {
	return recordtree.From(ctx, path, format, at.Offset, at.Line, readers.ErrAnew)
}
