package kimi

import (
	"context"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strconv"

	"stead/internal/jsonl"
	"stead/internal/regular"
	"stead/timeline"
)

// entries returns the range over the entries of a wire file, up to the size at which it was indexed. Each range reads the file anew.
func (x *index) entries(ctx context.Context, path string, size int64) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		file, err := regular.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		j := newJoiner(x)
		for records, err := range jsonl.Map(ctx, io.NewSectionReader(file, 0, size), parser{filepath.Dir(path)}.parseAll) {
			if err != nil {
				yield(nil, fmt.Errorf("read %s: %w", path, err))
				return
			}
			for _, r := range records {
				if !x.yield(j.join(r), yield) {
					return
				}
			}
		}
	}
}

func (x *index) yield(entries []*timeline.Entry, yield func(*timeline.Entry, error) bool) bool {
	for _, e := range entries {
		e.Branch = x.branch(e.Native.Line)
		if !yield(e, nil) {
			return false
		}
	}
	return true
}

// branch returns the id of the branch to which a line belongs: turns that the user took back or cleared away.
func (x *index) branch(line int) string {
	for i, span := range x.abandoned {
		if line >= span.from && line < span.to {
			return branchID(i)
		}
	}
	return ""
}

func branchID(i int) string { return "undo-" + strconv.Itoa(i+1) }

// branches lists the branches. They are rare, so that reading the session once more costs nothing in general.
func (x *index) branches(s timeline.Stream) ([]timeline.Branch, error) {
	if len(x.abandoned) == 0 {
		return nil, nil
	}
	branches := make([]timeline.Branch, len(x.abandoned))
	position := map[string]int{}
	for i := range branches {
		branches[i].ID = branchID(i)
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
