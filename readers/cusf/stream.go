package cusf

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"stead/adapters/adapter"
	format "stead/adapters/cusf"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// stream returns the session of an indexed file, up to the indexed size.
func (x *index) stream(ctx context.Context, path string, size int64) (timeline.Stream, error) {
	s := timeline.Stream{Header: x.header(path)}
	if original := x.start.Get(format.Stead, format.SteadHeader); original.IsObject() {
		var header timeline.Header
		if err := json.Unmarshal(original, &header); err != nil {
			return s, fmt.Errorf("%w: the header that stead added is damaged: %w", adapter.ErrFormat, err)
		}
		s.Header = header
	}
	var err error
	s.Children, err = children(x.end.Get(format.Stead, format.SteadChildren))
	s.Entries = entries(ctx, path, size)
	return s, err
}

// entries returns the sequence of entries. Each iteration reads the file again, up to the indexed size.
func entries(ctx context.Context, path string, size int64) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		entry.Play(jsonl.ParseFile(ctx, path, size, parse), newJoiner().join, yield)
	}
}
