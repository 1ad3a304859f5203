package codex

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
)

// base says where a file inherits its history from: the lines of another file with an ordinal below end. A fork by
// reference inherits from a file of the session that it was forked from, and so does a file in which the CLI went on
// after a rewind from an older one, mostly of the same session.
type base struct {
	rollout string
	end     int64
}

func baseOf(meta jsonl.Value) base {
	b := meta.Get("history_base")
	if !b.IsObject() {
		return base{}
	}
	return base{rollout: b.Get("thread_id").String(), end: b.Get("end_ordinal_exclusive").Int()}
}

func isFrom(line jsonl.Line, ordinal int64) bool {
	o := format.Peek(line.Bytes).Ordinal
	return o != nil && o.Int() >= ordinal
}

// family is a session's own files, and those that they inherit from.
type family struct {
	path  string
	own   []string // the ids of its own files, the oldest first
	files map[string]string
	metas map[string]jsonl.Value
}

// familyOf finds the files of a session by one of them.
func familyOf(path string) *family {
	f := &family{path: path, files: map[string]string{}, metas: map[string]jsonl.Value{}}
	for _, file := range format.Files(path) {
		meta := readMeta(file)
		id := format.NameOf(file).Rollout
		if id == "" {
			id = meta.Get("id").String()
		}
		f.own = append(f.own, id)
		f.files[id], f.metas[id] = file, meta
	}
	return f
}

// inherited returns what a file inherits from, the nearest first.
func (f *family) inherited(rollout string) (all []base, err error) {
	seen := []string{rollout}
	for b := baseOf(f.metas[rollout]); b.rollout != ""; b = baseOf(f.metas[b.rollout]) {
		if slices.Contains(seen, b.rollout) {
			return nil, fmt.Errorf("read %s: its history leads back to %s in a circle: %w", f.path, b.rollout, adapter.ErrFormat)
		}
		seen, all = append(seen, b.rollout), append(all, b)
		if _, known := f.files[b.rollout]; known {
			continue
		}
		file, err := findParent(f.path, b.rollout)
		if err != nil {
			return nil, err
		}
		f.files[b.rollout], f.metas[b.rollout] = file, readMeta(file)
	}
	return all, nil
}

// segments returns the parts of a session, oldest first: what it inherits from other sessions, and its own files. What
// the user left by rewinds is cut.
func segments(ctx context.Context, path string) ([]*segment, error) {
	f := familyOf(path)
	var ends []map[string]int64 // of each of its own files: up to where it inherits from others
	var foreign []base
	for i, rollout := range f.own {
		inherited, err := f.inherited(rollout)
		if err != nil {
			return nil, err
		}
		ends = append(ends, map[string]int64{})
		for _, b := range inherited {
			ends[i][b.rollout] = b.end
			if i == 0 {
				foreign = append(foreign, b)
			}
		}
	}
	slices.Reverse(foreign)
	all, err := f.foreign(ctx, foreign, ends)
	if err != nil {
		return nil, err
	}
	own, err := f.ownSegments(ctx, ends)
	return append(all, own...), err
}

// cuts returns where rewinds have left a file that was whole up to one of the session's own files.
func cuts(rollout string, from int, ends []map[string]int64) (all []cut) {
	least := int64(math.MaxInt64)
	for i := from + 1; i < len(ends); i++ {
		if end := ends[i][rollout]; end < least {
			least = end
			all = append(all, cut{rewind: i, end: end})
		}
	}
	return all
}

// foreign returns the parts that a session inherits from others.
func (f *family) foreign(ctx context.Context, bases []base, ends []map[string]int64) ([]*segment, error) {
	var all []*segment
	for _, b := range bases {
		s := &segment{path: f.files[b.rollout], session: f.metas[b.rollout].Get("id").String()}
		if s.session == "" {
			s.session = b.rollout
		}
		if name := format.NameOf(s.path); name.Thread != "" && !name.IsFirst() {
			var err error
			s.opens = name.Rollout
			if s.before, err = olderThan(ctx, s.path); err != nil {
				return nil, err
			}
		}
		s.cuts = ownCuts(b, ends)
		if err := s.scan(ctx, b.end); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// ownCuts are those of an inherited part that is shorter already.
func ownCuts(b base, ends []map[string]int64) []cut {
	return slices.DeleteFunc(cuts(b.rollout, 0, ends), func(c cut) bool { return c.end >= b.end })
}

// olderThan returns how much the older files of a file's session hold.
func olderThan(ctx context.Context, path string) (extent, error) {
	before := extent{}
	for _, file := range format.Files(path) {
		if format.NameOf(file) == format.NameOf(path) {
			break
		}
		s := &segment{path: file, before: before}
		if err := s.scan(ctx, -1); err != nil {
			return before, err
		}
		before = s.after()
	}
	return before, nil
}

func (f *family) ownSegments(ctx context.Context, ends []map[string]int64) ([]*segment, error) {
	var all []*segment
	before := extent{}
	for i, rollout := range f.own {
		s := &segment{path: f.files[rollout], before: before, cuts: cuts(rollout, i, ends)}
		if i > 0 {
			s.opens = rollout
		}
		if err := s.scan(ctx, -1); err != nil {
			return nil, err
		}
		all, before = append(all, s), s.after()
	}
	return all, nil
}

// findParent returns the rollout of a parent.
func findParent(path, id string) (string, error) {
	found, err := findRollout(path, id)
	if err == nil {
		return found, nil
	}
	return "",
		fmt.Errorf(
			"%s holds only what came after a fork or a rewind; its beginning is in rollout %s, which is not in the store "+
				"(sessions, archived_sessions): restore that rollout and try again: %w", path, id, adapter.ErrNotFound)
}

// findRollout returns the rollout of an id: beside another one's, or elsewhere in its store.
func findRollout(path, id string) (string, error) {
	beside, _ := os.ReadDir(filepath.Dir(path))
	for _, entry := range beside {
		if format.NameOf(entry.Name()).Rollout == id {
			return filepath.Join(filepath.Dir(path), entry.Name()), nil
		}
	}
	if root := format.RootOf(path); root != "" {
		return format.FindRollout(root, id)
	}
	return "", adapter.ErrNotFound
}
