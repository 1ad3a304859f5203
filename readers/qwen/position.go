package qwen

import (
	"context"
	"iter"

	"stead/adapters/adapter"
	"stead/internal/adapt/treereader"
	"stead/readers"
	"stead/timeline"
)

var (
	_ readers.Seeker  = Reader{}
	_ readers.Resumer = Reader{}
)

// At returns the entries of one record. See [readers.Seeker].
func (Reader) At(ctx context.Context, location adapter.Location, at readers.Position) ([]*timeline.Entry, error) {
	return treereader.At(ctx, location.Path, format{}, at)
}

// From yields the entries of the records from a position onward. See [readers.Resumer].
func (Reader) From(ctx context.Context, location adapter.Location, at readers.Position) iter.Seq2[*timeline.Entry,
	error] {
	return treereader.From(ctx, location.Path, format{}, at)
}
