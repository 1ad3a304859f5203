package kimicli

import (
	"context"
	"fmt"
	"io"
	"iter"
	"maps"

	"stead/internal/jsonl"
	"stead/internal/regular"
	"stead/timeline"
)

// copied returns a map of its own; the lists are only ever cut.
func copied[T any](times map[string][]T) map[string][]T { return maps.Clone(times) }

// entries returns the range over the entries of all context files, after those that keep the wire file. Each range reads the files anew, as far
// as they were indexed.
func (x *index) entries(ctx context.Context, s screen) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		if !s.play(ctx, yield) {
			return
		}
		j := newJoiner(x, s.clock.again())
		for _, f := range x.files {
			if !f.play(ctx, j, yield) {
				return
			}
		}
	}
}

// play yields the entries of a context file. It reports whether the range shall go on.
func (f file) play(ctx context.Context, j *joiner, yield func(*timeline.Entry, error) bool) bool {
	file, err := regular.Open(f.path)
	if err != nil {
		yield(nil, err)
		return false
	}
	defer file.Close()
	for records, err := range jsonl.Map(ctx, io.NewSectionReader(file, 0, f.size), parseAll) {
		if err != nil {
			yield(nil, fmt.Errorf("read %s: %w", f.path, err))
			return false
		}
		for _, r := range records {
			for _, e := range j.join(r, f.first+r.line-1) {
				if !yield(e, nil) {
					return false
				}
			}
		}
	}
	return true
}

// branches lists the abandoned parts. They are rare, so that reading the session once more costs nothing in general.
func (x *index) branches(s timeline.Stream) ([]timeline.Branch, error) {
	if len(x.abandoned) == 0 {
		return nil, nil
	}
	branches := make([]timeline.Branch, len(x.abandoned))
	position := map[string]int{}
	for i := range branches {
		branches[i].ID = branchID(i + 1)
		position[branches[i].ID] = i
	}
	active := ""
	for e, err := range s.Entries {
		if err != nil {
			return nil, err
		}
		i, isAbandoned := position[e.Branch]
		switch {
		case e.Hidden:
		case !isAbandoned:
			active = e.ID
		default:
			if branches[i].Entries == 0 {
				branches[i].ParentID = active
			}
			branches[i].Entries++
		}
	}
	return branches, nil
}
