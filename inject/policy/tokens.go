package policy

import (
	"context"

	"stead/timeline"
)

// Tokens estimates how many tokens of a model's window a session takes, as [Select] does to make one fit. Content that
// a compaction replaced takes none. It reads the session once. Errors are those of the stream and of ctx.
func Tokens(ctx context.Context, s timeline.Stream) (int64, error) {
	v, err := take(ctx, s)
	return v.tokens, err
}
