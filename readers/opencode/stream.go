package opencode

import (
	"context"
	"iter"

	format "stead/adapters/opencode"
	"stead/timeline"
)

// entries returns the sequence of the session's entries. Each iteration reads the store again.
func entries(ctx context.Context, s *format.Session) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		t := newTeller(s.Row)
		if !yield(t.session(s.Row), nil) {
			return
		}
		for m, err := range s.Messages(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, e := range t.message(m) {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// revertBranch is the branch of the content that the user undid. OpenCode no longer sends it, and deletes it at the
// next prompt.
const revertBranch = "revert"

// branches lists the content that the user undid. This is rare, so reading the session a second time does not matter.
func branches(stream timeline.Stream, session format.Row) ([]timeline.Branch, error) {
	if session.Get("revert", "messageID") == nil {
		return nil, nil
	}
	branch := timeline.Branch{ID: revertBranch}
	active := ""
	for e, err := range stream.Entries {
		switch {
		case err != nil:
			return nil, err
		case e.Hidden:
		case e.Branch == "":
			active = e.ID
		default:
			if branch.Entries++; branch.Entries == 1 {
				branch.ParentID = active
			}
		}
	}
	if branch.Entries == 0 {
		return nil, nil
	}
	return []timeline.Branch{branch}, nil
}
