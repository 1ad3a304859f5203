package kimi

import (
	"context"
	"iter"
	"path/filepath"
	"strconv"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// entries returns the sequence of entries of a wire file, up to the indexed size. Each iteration reads the file again.
func (x *index) entries(ctx context.Context, path string, size int64) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		j := newJoiner(x)
		join := func(r record) []*timeline.Entry {
			joined := j.join(r)
			for _, e := range joined {
				e.Branch = x.branch(e.Native.Line)
			}
			return joined
		}
		entry.Play(jsonl.ParseFile(ctx, path, size, parser{filepath.Dir(path)}.parse), join, yield)
	}
}

// branch returns the id of the branch that a line belongs to. A branch holds turns that the user undid or cleared.
func (x *index) branch(line int) string {
	if x.stands[line] {
		return "" // an undo does not affect it
	}
	for i, span := range x.abandoned {
		if line >= span.from && line < span.to {
			return branchID(i)
		}
	}
	return ""
}

func branchID(i int) string { return "undo-" + strconv.Itoa(i+1) }

// branches lists the branches.
func (x *index) branches(s timeline.Stream) ([]timeline.Branch, error) {
	var ids []string
	for i := range x.abandoned {
		ids = append(ids, branchID(i))
	}
	return entry.Branches(ids, s.Entries)
}
