package draft

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"stead/forks"
	"stead/timeline"
)

// errMeanwhile means that the original lost entries between two passes over it.
var errMeanwhile = fmt.Errorf("%w while it was read", ErrGone)

// draftMember is the member of a lineage that names the draft.
const draftMember = "draft"

// Stream returns the copy as a session. The turns before the first change keep their native records. Everything after
// them has none, and omits hidden records and abandoned branches. While the stream is ranged over, it holds moved
// entries in memory, and all others one at a time. Errors are those of the original's stream and of ctx.
func (c *Copy) Stream(ctx context.Context) (timeline.Stream, error) {
	kept := untouched(c.base, c.items)
	s := c.source
	if kept > 0 && (kept < len(c.base.rows) || c.base.total > len(c.base.rows)) {
		var err error
		if s, _, err = forks.At(ctx, c.source, forks.Point{Entry: c.base.rows[kept-1].id}); err != nil {
			return s, err
		}
	}
	s.Header, s.Children = headerOf(c.Draft, s.Header, c.source.Header), childrenOf(c.items, c.source.Children)
	if kept == len(c.items) {
		return s, nil
	}
	before := s.Entries
	if kept == 0 {
		before, s.Cut, s.Header.Branches = timeline.Of(), true, nil
	}
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		a := &assembly{ctx: ctx, all: c.items, items: c.items[kept:], rows: len(c.base.rows), yield: yield,
			model: s.Header.Model.Model, stamp: s.Header.Metadata.Created}
		if a.begin(before) && a.fetch(c.source.Entries) {
			a.rest(c.source.Entries)
		}
	}
	return s, nil
}

// headerOf returns the header of a copy. The copy is a separate session with an id of its own. H is the header of the
// unchanged part of the original.
func headerOf(d Draft, h, original timeline.Header) timeline.Header {
	if d.ID == "" {
		return h // no reference can name it
	}
	h.ID += "-" + d.ID
	h.Model, h.Metadata.LastModified = original.Model, original.Metadata.LastModified
	h.Lineage = &timeline.Lineage{Parent: d.Source, Kind: timeline.LineageEdit}
	if id, err := json.Marshal(d.ID); err == nil {
		h.Lineage.Extra = timeline.Extra{draftMember: id}
	}
	if len(d.Steps) > 0 {
		h.Metadata.Tokens, h.Metadata.Cost = nil, 0 // the CLI's counts are those of the original
	}
	return h
}

// childrenOf returns the sessions of sub-agents whose calls are among the items.
func childrenOf(items []item, all []timeline.Stream) []timeline.Stream {
	calls := map[string]bool{"": true}
	for _, i := range items {
		if i.kind == timeline.ToolCall {
			calls[i.id] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(child timeline.Stream) bool {
		l := child.Header.Lineage
		return l != nil && !calls[l.At]
	})
}
