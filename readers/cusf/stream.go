package cusf

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"stead/internal/adapter"
	format "stead/internal/format/cusf"
	"stead/internal/jsonl"
	"stead/internal/regular"
	"stead/timeline"
)

// stream returns the session of an indexed file, as far as it was indexed.
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

func entries(ctx context.Context, path string, size int64) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		file, err := regular.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		j := newJoiner()
		for lines, err := range jsonl.Map(ctx, io.NewSectionReader(file, 0, size), parseAll) {
			if err != nil {
				yield(nil, fmt.Errorf("read %s: %w", path, err))
				return
			}
			for _, l := range lines {
				for _, e := range j.join(l) {
					if !yield(e, nil) {
						return
					}
				}
			}
		}
	}
}

func parseAll(lines []jsonl.Line) []line {
	parsed := make([]line, len(lines))
	for i, l := range lines {
		parsed[i] = parse(l)
	}
	return parsed
}
