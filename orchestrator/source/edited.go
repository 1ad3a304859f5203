package source

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"stead/catalog"
	"stead/forks/draft"
)

// edited returns the copy that a draft makes of a session, as a source of its own. It ignores what runs have made of
// the original, because the draft depends on the entries that people have seen.
func (f Finder) edited(ctx context.Context, source catalog.Source) (Source, error) {
	copied, err := source.Copy(ctx)
	if err != nil {
		return Source{}, err
	}
	stream, err := copied.Stream(ctx)
	if err != nil {
		return Source{}, fmt.Errorf("read %s: %w", source.Reference(), err)
	}
	from := Source{
		Session: sessionOf(source.Summary, stream.Header), Stream: stream, Dir: stream.Header.Project.Path,
		Draft: source.Draft,
		Note:  strings.Join(copied.Notes(), "; "),
	}
	if source.Run == "" {
		return from, nil
	}
	run, err := f.Runs.Load(source.Run)
	from.Session, from.Dir = run.To, cmp.Or(run.Dir, from.Dir)
	return from, err
}

// refuseDraft returns an error for a draft where only a session is allowed that somebody has continued.
func refuseDraft(reference string) error {
	if strings.HasPrefix(reference, draft.Prefix+":") {
		return fmt.Errorf("%w: %s is an edited copy, which no CLI has continued yet", ErrNoParent, reference)
	}
	return nil
}
