package kimicli

import (
	"context"
	"iter"
	"maps"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// copied returns a copy of the map. A shallow copy is enough, because the clock only shortens the lists.
func copied[T any](times map[string][]T) map[string][]T { return maps.Clone(times) }

// entries returns the sequence of entries of all context files, after the entries that keep the wire file. Each
// iteration reads the files again, up to their indexed sizes.
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
