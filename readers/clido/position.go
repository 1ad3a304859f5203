package clido

import (
	"context"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

var _ readers.Seeker = Reader{}

// At returns the entries of one record. See [readers.Seeker].
func (Reader) At(ctx context.Context, location adapter.Location, at readers.Position) ([]*timeline.Entry, error) {
	line, err := jsonl.At(ctx, location.Path, at.Offset, at.Line)
	if err != nil {
		return nil, err
	}
	return parse(line).entries, nil
}
