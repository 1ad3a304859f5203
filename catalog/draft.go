package catalog

import (
	"context"
	"fmt"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/forks/draft"
	"stead/readers"
	"stead/timeline"
)

// draft returns the edited copy of a session. The source is that of the original, except that it opens the copy.
func (r resolver) draft(ctx context.Context, ref reference) (Source, error) {
	d, err := r.options.Drafts.Find(ref.draft)
	if err != nil {
		return Source{}, err
	}
	original, err := parser{r.places.clis}.parse(d.Source, "")
	if err == nil && original.draft != "" {
		err = fmt.Errorf("%w: a draft is a copy of a session, not of another draft", ErrReference)
	}
	var source Source
	if err == nil {
		source, err = r.resolve(ctx, original)
	}
	if err != nil {
		return Source{}, fmt.Errorf("find the original of %s: %w", d.Reference(), err)
	}
	source.Draft, source.Reader = d.ID, edited{source.Reader, d}
	return source, nil
}

// edited reads a session with the edits of a draft.
type edited struct {
	readers.Reader
	draft draft.Draft
}

// Open opens the edited copy.
func (e edited) Open(ctx context.Context, at adapter.Location) (timeline.Stream, error) {
	c, err := e.copy(ctx, at)
	if err != nil {
		return timeline.Stream{}, err
	}
	return c.Stream(ctx)
}

func (e edited) copy(ctx context.Context, at adapter.Location) (*draft.Copy, error) {
	original, err := e.Reader.Open(ctx, at)
	if err != nil {
		return nil, err
	}
	return draft.Open(ctx, original, e.draft)
}

// Copy returns the edited copy if the source is a draft, with information about itself and its original. It returns nil
// for any other session. Errors are those of the reader, and draft.ErrGone.
func (s Source) Copy(ctx context.Context) (*draft.Copy, error) {
	e, ok := s.Reader.(edited)
	if !ok {
		return nil, nil
	}
	c, err := e.copy(ctx, s.Location)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", s.Reference(), err)
	}
	return c, nil
}

// Lasting returns a reference that finds the session from any folder, as long as it stays in its place. The error wraps
// ErrReference: input from a pipe can be read only once.
func (s Source) Lasting() (string, error) {
	switch {
	case s.piped != "":
		return "", fmt.Errorf("%w for later: %s can be read once; write it into a file first", ErrReference, s.piped)
	case !s.isFile || s.Run != "":
		return s.Reference(), nil
	}
	path, err := filepath.Abs(s.Location.Path)
	if err != nil {
		return "", err
	}
	if s.Location.ID != "" {
		path += insideMark + s.Location.ID
	}
	return s.Reader.Info().Name + ":" + path, nil
}
