package gemini

import (
	"context"
	"fmt"
	"iter"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Open reads a session once, to find out which parts of the conversation were dropped, and returns it. See
// [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	s, x, err := open(ctx, location.Path)
	if err != nil {
		return timeline.Stream{}, err
	}
	s.Children = children(ctx, location.Path, x)
	return s, nil
}

func open(ctx context.Context, path string) (timeline.Stream, *index, error) {
	source, err := openSource(path)
	if err != nil {
		return timeline.Stream{}, nil, err
	}
	x := newIndex()
	for r, err := range source.records(ctx) {
		if err != nil {
			return timeline.Stream{}, nil, err
		}
		x.add(r)
	}
	if x.lines > 0 && x.session == "" && !x.talked() {
		return timeline.Stream{}, nil, fmt.Errorf("%s: %w: no line of it belongs to a Gemini CLI session", path,
			adapter.ErrFormat)
	}
	if !x.talked() {
		return timeline.Stream{}, nil, fmt.Errorf("%s: %w: it holds no prompt, answer or call", path, adapter.ErrEmpty)
	}
	s := timeline.Stream{Header: x.header(path)}
	var branches map[string]string
	branches, s.Header.Branches = x.conversation.entries.branches()
	s.Entries = entries(ctx, source, branches)
	return s, x, nil
}

// entries returns the sequence of a session's entries. Branches maps the entries that left the conversation to their
// branches.
func entries(ctx context.Context, source source, branches map[string]string) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		v := newConversation()
		for r, err := range source.records(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, e := range v.add(r) {
				e.Branch = branches[e.ID]
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}
