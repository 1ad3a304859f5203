package browser

import (
	"context"
	"fmt"

	"stead/forks/compare"
	"stead/timeline"
)

// Comparison is two sessions beside each other.
type Comparison = compare.Comparison

// longestCompared is how many bytes of a prompt and of an answer a comparison keeps.
const longestCompared = 64 << 10

// Compare compares two sessions, which references name. Errors are those of [Browser.Session].
func (b *Browser) Compare(ctx context.Context, left, right string) (Comparison, error) {
	var streams [2]timeline.Stream
	var names [2]string
	for i, reference := range []string{left, right} {
		source, err := b.Options.Catalog.ResolveStored(ctx, reference)
		if err != nil {
			return Comparison{}, err
		}
		if streams[i], err = source.Open(ctx); err != nil {
			return Comparison{}, err
		}
		names[i] = source.Reference()
	}
	c, err := compare.Compare(ctx, streams[0], streams[1], compare.Options{Most: longestCompared})
	if err != nil {
		return Comparison{}, fmt.Errorf("compare %s with %s: %w", names[0], names[1], err)
	}
	c.Left.Name, c.Right.Name = names[0], names[1]
	return c, nil
}
