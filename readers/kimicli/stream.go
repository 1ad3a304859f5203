package kimicli

import (
	"context"
	"iter"
	"maps"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// copied returns a map of its own; the lists are only ever cut.
func copied[T any](times map[string][]T) map[string][]T { return maps.Clone(times) }

// entries returns the range over the entries of all context files, after those that keep the wire file. Each range
// reads the files anew, as far as they were indexed.
func (x *index) entries(ctx context.Context, s screen) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		if !s.play(ctx, yield) {
			return
		}
		j := newJoiner(x, s.clock.again())
		for _, f := range x.files {
			join := func(r record) []*timeline.Entry { return j.join(r, f.first+r.line-1) }
			if !entry.Play(jsonl.ParseFile(ctx, f.path, f.size, parse), join, yield) {
				return
			}
		}
	}
}

// branches lists the abandoned parts.
func (x *index) branches(s timeline.Stream) ([]timeline.Branch, error) {
	var ids []string
	for i := range x.abandoned {
		ids = append(ids, branchID(i+1))
	}
	return entry.Branches(ids, s.Entries)
}
