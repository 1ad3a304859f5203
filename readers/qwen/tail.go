package qwen

import (
	"context"

	"stead/adapters/adapter"
	"stead/internal/adapt/treereader"
	"stead/readers"
)

var _ readers.Tailer = Reader{}

// Tail follows the session's file. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	var past, now turn
	return treereader.Follow(ctx, location.Path, format{}, past.see, now.see)
}
