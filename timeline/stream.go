package timeline

import (
	"context"
	"fmt"
	"iter"
)

// Stream is an opened session. Ranging over Entries reads the session anew each time, in the order of the conversation;
// an error ends the range. An entry is never changed after it was given: to change one, make a copy.
type Stream struct {
	Header  Header
	Entries iter.Seq2[*Entry, error]
	// Children are the sessions of sub-agents. The lineage of each names the call that started it.
	Children []Stream
	// Cut is set when entries of the session were left out or changed on the way, so that a writer cannot take its native
	// records as a whole.
	Cut bool
}

// Of returns the range over the given entries.
func Of(entries ...*Entry) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Each calls fn for each entry. It ends with the first error: the source's, that of a context that is done, or fn's,
// which then names the entry.
func (s Stream) Each(ctx context.Context, fn func(*Entry) error) error {
	for e, err := range s.Entries {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if err := fn(e); err != nil {
			return fmt.Errorf("entry %s: %w", e.ID, err)
		}
	}
	return nil
}

// Filter returns the stream with only those entries that keep accepts. Keep may change an entry's copy but not the
// entry.
func (s Stream) Filter(keep func(*Entry) (*Entry, bool)) Stream {
	entries := s.Entries
	s.Cut = true
	s.Entries = func(yield func(*Entry, error) bool) {
		for e, err := range entries {
			if err != nil {
				yield(nil, err)
				return
			}
			if kept, ok := keep(e); ok && !yield(kept, nil) {
				return
			}
		}
	}
	return s
}

// Along returns the range over the conversation that ends with the branch: what comes before the place where it left,
// then the branch itself, as if it were the active one.
func (b Branch) Along(entries iter.Seq2[*Entry, error]) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		isBefore := b.ParentID != ""
		for e, err := range entries {
			switch {
			case err != nil:
			case e.Branch == b.ID:
				e = e.Clone()
				e.Branch = ""
			case e.Branch != "" || !isBefore:
				continue
			}
			if !yield(e, err) || err != nil {
				return
			}
			isBefore = isBefore && e.ID != b.ParentID
		}
	}
}
