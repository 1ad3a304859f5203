package model

import (
	"context"
	"fmt"

	"stead/catalog"
	"stead/forks/compare"
	"stead/timeline"
)

// Comparison is two sessions beside each other.
type Comparison = compare.Comparison

// longestCompared is the number of bytes that a comparison keeps of a prompt and of an answer.
const longestCompared = 64 << 10

// Compare compares the two sessions that left and right refer to. Errors are those of [Reader.Session].
func (m *Model) Compare(ctx context.Context, left, right string) (Comparison, error) {
	one, err := m.Options.Catalog.ResolveStored(ctx, left)
	if err != nil {
		return Comparison{}, err
	}
	other, err := m.Options.Catalog.ResolveStored(ctx, right)
	if err != nil {
		return Comparison{}, err
	}
	return CompareSources(ctx, one, other, longestCompared)
}

// CompareSources compares two sessions. It keeps at most most bytes of each text, or all of it if most is 0. Errors are
// those of [catalog.Source.Open] and of the sessions' streams.
func CompareSources(ctx context.Context, left, right catalog.Source, most int) (Comparison, error) {
	var streams [2]timeline.Stream
	for i, source := range []catalog.Source{left, right} {
		var err error
		if streams[i], err = source.Open(ctx); err != nil {
			return Comparison{}, fmt.Errorf("open %s: %w", source.Reference(), err)
		}
	}
	c, err := compare.Compare(ctx, streams[0], streams[1], compare.Options{Most: most})
	if err != nil {
		return Comparison{}, fmt.Errorf("compare %s with %s: %w", left.Reference(), right.Reference(), err)
	}
	c.Left.Name, c.Right.Name = left.Reference(), right.Reference()
	return c, nil
}
