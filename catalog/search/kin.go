package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"stead/internal/adapt/entry"
	"stead/readers"
	"stead/timeline"
)

// families searches again the sessions with hits that have a common origin. Text that several of them contain counts
// only in the oldest, as in the index.
func (x *scanner) families(ctx context.Context) error {
	for _, family := range x.kin {
		if len(family) < 2 {
			continue
		}
		if err := x.family(ctx, family); err != nil {
			return err
		}
	}
	return nil
}

func (x *scanner) family(ctx context.Context, family []hits) error {
	slices.SortFunc(family, func(a, b hits) int {
		s, o := a.summary, b.summary
		return cmp.Or(s.Created.Compare(o.Created), cmp.Compare(s.ID, o.ID), cmp.Compare(s.Path, o.Path))
	})
	before := entry.NewIDs()
	for _, was := range family {
		x.result.Sessions, x.result.Hits = x.result.Sessions-1, x.result.Hits-was.count
		delete(x.counts, was.summary)
		x.hits = slices.DeleteFunc(x.hits, func(s scanned) bool { return s.session == was.summary })
		found, own := hits{reader: was.reader, summary: was.summary}, []string{}
		err := x.search(ctx, &found, func(e *timeline.Entry) bool {
			if e.Native == nil || strings.HasPrefix(e.ID, entry.LineID(e.Native.Line, 0)) {
				return false // the id is only the position in the file
			}
			own = append(own, e.ID)
			return before.Has(e.ID)
		})
		if err != nil {
			return err
		}
		for _, id := range own {
			before.Take(id)
		}
		if found.count > 0 {
			x.add(found)
		}
	}
	return nil
}

// copied returns the last line up to which a session repeats one of another CLI. It is 0 if that other session does not
// exist or is not searched.
func (x *scanner) copied(ctx context.Context, l *timeline.Lineage) int {
	if l == nil || l.Copied == 0 {
		return 0
	}
	cli, id, _ := strings.Cut(l.Parent, ":")
	r, ok := x.searcher.reader(cli)
	if !ok {
		return 0
	}
	for _, store := range r.Discover(x.searcher.Host) {
		for s, err := range readers.List(ctx, r, store, readers.Query{Prefix: id}) {
			if err == nil && s.ID == id && x.keeps(s) {
				return l.Copied
			}
		}
	}
	return 0
}
