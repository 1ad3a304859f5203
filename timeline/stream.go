package timeline

import (
	"context"
	"fmt"
	"iter"
)

// Stream is an opened session. Each range over Entries reads the session anew, in the order of the conversation. An
// error ends the range. Entries must not be changed after they are yielded: to change one, make a copy.
type Stream struct {
	Header  Header
	Entries iter.Seq2[*Entry, error]
	// Children are the sessions of sub-agents. The lineage of each names the call that started it.
	Children []Stream
	// Cut is set when entries of the session were removed or changed along the way, so that a writer cannot use its
	// native records as a whole.
	Cut bool
}

// Of returns a range over the given entries.
func Of(entries ...*Entry) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Each calls fn for each entry. It stops at the first error: an error of the source, of a context that is done, or of
// fn. An error of fn is wrapped with the entry's id.
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

// Filter returns the stream with only the entries that keep accepts. Keep may return a changed copy of an entry, but
// must not change the entry itself.
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

// Along returns a range over the conversation that ends with the branch: the entries before the point where the branch
// left, then the branch's own entries, as if the branch were active.
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
