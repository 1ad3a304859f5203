package catalog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/nearest"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// Resolve finds the session that a reference names (see the package's comment). Errors: a [NotFoundError] or another that wraps
// adapter.ErrNotFound, an [AmbiguousError], an [UnknownCLIError] or another that wraps ErrReference; for files also
// adapter.ErrFormat and ErrEmpty.
func (c *Catalog) Resolve(ctx context.Context, text string) (Source, error) {
	return c.ResolveAs(ctx, text, "")
}

// ResolveAs is Resolve for a reference of which the user has said apart whose session or format it is. From may be empty.
func (c *Catalog) ResolveAs(ctx context.Context, text, from string) (Source, error) {
	ref, err := c.parse(text, from)
	switch {
	case err != nil:
		return Source{}, err
	case ref.run != "":
		return c.run(ctx, ref)
	case ref.file == stdin:
		return c.spooled(ctx, "standard input", c.Stdin, ref.readers)
	case ref.file != "":
		return c.file(ctx, ref.file, ref.readers)
	case ref.id == latest:
		return c.newest(ctx, ref, "there is no session", func(timeline.Summary) bool { return true })
	case ref.id == here:
		return c.newest(ctx, ref, "no session belongs to "+c.Dir, func(s timeline.Summary) bool { return sameFolder(s.Project, c.Dir) })
	default:
		return c.byID(ctx, ref)
	}
}

// newest returns the newest session that is wanted.
func (c *Catalog) newest(ctx context.Context, ref reference, none string, wanted func(timeline.Summary) bool) (Source, error) {
	l, err := c.collect(ctx, ref.readers, readers.Query{})
	if err != nil {
		return Source{}, err
	}
	for _, s := range l.Sessions {
		if isWhole(s) && wanted(s) {
			return c.source(s)
		}
	}
	return Source{}, &NotFoundError{Reference: ref.text, Problem: none, Looked: l.Looked, Warnings: l.Warnings}
}

// byID returns the session whose id is given, or the only one whose id begins so.
func (c *Catalog) byID(ctx context.Context, ref reference) (Source, error) {
	l, err := c.collect(ctx, ref.readers, readers.Query{Prefix: ref.id})
	if err != nil {
		return Source{}, err
	}
	found := slices.DeleteFunc(slices.Clone(l.Sessions), func(s timeline.Summary) bool {
		return s.ID != ref.id && (!isWhole(s) || !strings.HasPrefix(s.ID, ref.id))
	})
	exact := slices.DeleteFunc(slices.Clone(found), func(s timeline.Summary) bool { return s.ID != ref.id })
	if len(exact) > 0 {
		found = exact
	}
	switch len(found) {
	case 0:
		return Source{}, c.notFound(ctx, ref)
	case 1:
		return c.source(found[0])
	default:
		return Source{}, ambiguous(ref.text, found)
	}
}

func (c *Catalog) source(s timeline.Summary) (Source, error) {
	r, err := c.Reader(s.CLI)
	return Source{Reader: r, Location: adapter.Location{Path: s.Path, ID: s.ID}, Summary: s}, err
}

func ambiguous(text string, found []timeline.Summary) error {
	short := Listing{short: shorten(found)}
	e := &AmbiguousError{Reference: text, Candidates: found}
	for i, s := range found {
		reference := short.Reference(s)
		if slices.ContainsFunc(found, func(other timeline.Summary) bool {
			return other.CLI == s.CLI && other.ID == s.ID && other.Path != s.Path
		}) {
			reference = found[i].Path // two copies of one session are told apart by their files
		}
		e.References = append(e.References, reference)
	}
	return e
}

// shownNear is how many sessions are proposed in place of one that does not exist.
const shownNear = 3

// notFound looks at all sessions, to tell what there is instead.
func (c *Catalog) notFound(ctx context.Context, ref reference) error {
	e := &NotFoundError{Reference: ref.text, Problem: "no session id begins with this", Near: c.nearWord(ref)}
	all, err := c.collect(ctx, ref.readers, readers.Query{})
	if err != nil {
		return err
	}
	e.Looked, e.Warnings = all.Looked, all.Warnings
	all.short = shorten(all.Sessions)
	for _, s := range all.Sessions {
		if isWhole(s) && len(e.Near) < shownNear && isNear(s, ref.id) {
			e.Near = append(e.Near, fmt.Sprintf("%s (%s)", all.Reference(s), s.Title))
		}
	}
	return e
}

// nearWord returns what else the reference may be but an id: a word that was mistyped, or a folder.
func (c *Catalog) nearWord(ref reference) []string {
	var near []string
	if word, ok := nearest.Word(ref.id, []string{latest}); ok {
		near = append(near, strings.TrimSuffix(ref.text, ref.id)+word)
	}
	if info, err := os.Stat(ref.id); err == nil && info.IsDir() {
		near = append(near, "./"+ref.id+" (a folder)")
	}
	return near
}

// isNear reports whether the text is a part of the session's id or title, or its beginning but for the last digits.
func isNear(s timeline.Summary, text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(strings.ToLower(s.ID), text) || strings.Contains(strings.ToLower(s.Title), text) ||
		len(text) > 4 && strings.HasPrefix(strings.ToLower(s.ID), text[:len(text)*2/3])
}

// run returns the journal of a run.
func (c *Catalog) run(ctx context.Context, ref reference) (Source, error) {
	found, err := c.Runs.Find(ref.run)
	if errors.Is(err, runs.ErrAmbiguous) {
		return Source{}, fmt.Errorf("%w: %w", ErrAmbiguous, err)
	}
	if err != nil {
		return Source{}, err
	}
	source, err := c.file(ctx, c.Runs.Journal(found.ID), c.Readers)
	source.Run, source.Summary.ID, source.Summary.Project = found.ID, found.ID, found.Dir
	return source, err
}
