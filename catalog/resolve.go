package catalog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/term/plain"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// resolver finds the sessions that references name.
type resolver struct {
	options Options
	stores  stores
	places  places
}

// resolve finds a session and determines whether someone else may have written it.
func (r resolver) resolve(ctx context.Context, ref reference) (Source, error) {
	source, err := r.find(ctx, ref)
	if err == nil && !source.IsForeign { // for a draft this was decided with its original
		source.IsForeign, source.Doubt = r.isForeign(source)
	}
	return source, err
}

func (r resolver) find(ctx context.Context, ref reference) (Source, error) {
	switch {
	case ref.run != "":
		return r.run(ctx, ref)
	case ref.draft != "":
		return r.draft(ctx, ref)
	case ref.file == stdin:
		return r.places.pipes.spooled(ctx, "standard input", r.options.Stdin, ref.readers)
	case ref.file != "":
		source, err := r.places.file(ctx, ref.file, ref.readers)
		source.isFile = true
		return source, err
	case ref.id == latest, ref.id == here:
		return r.newest(ctx, ref)
	default:
		return r.byID(ctx, ref)
	}
}

// byID returns the session with the given id, or the only session whose id begins with it.
func (r resolver) byID(ctx context.Context, ref reference) (Source, error) {
	l, err := r.stores.collect(ctx, ref.readers, readers.Query{Prefix: ref.id})
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
		return Source{}, r.notFound(ctx, ref)
	case 1:
		return r.places.clis.source(found[0])
	default:
		return Source{}, ambiguous(ref.text, found)
	}
}

func ambiguous(text string, found []timeline.Summary) error {
	short := Listing{short: Shorten(found)}
	e := &AmbiguousError{Reference: text, Candidates: found}
	for i, s := range found {
		reference := short.Reference(s)
		if slices.ContainsFunc(found, func(other timeline.Summary) bool {
			return other.CLI == s.CLI && other.ID == s.ID && other.Path != s.Path
		}) {
			reference = found[i].Path // only their files distinguish two copies of one session
		}
		e.References = append(e.References, reference)
	}
	return e
}

// shownNear is how many sessions an error suggests in place of one that does not exist.
const shownNear = 3

// notFound searches all sessions for similar ones to suggest.
func (r resolver) notFound(ctx context.Context, ref reference) error {
	e := &NotFoundError{Reference: ref.text, Problem: "no session id begins with this", Near: r.nearWord(ref)}
	all, err := r.stores.collect(ctx, ref.readers, readers.Query{})
	if err != nil {
		return err
	}
	e.Looked, e.Warnings = all.Looked, all.Warnings
	all.short = Shorten(all.Sessions)
	for _, s := range all.Sessions {
		if isWhole(s) && len(e.Near) < shownNear && isNear(s, ref.id) {
			e.Near = append(e.Near, fmt.Sprintf("%s (%s)", all.Reference(s), s.Title))
		}
	}
	return e
}

// nearWord returns what else the reference may be instead of an id: a mistyped keyword, or a folder.
func (r resolver) nearWord(ref reference) []string {
	var near []string
	if word, ok := plain.Nearest(ref.id, []string{latest}); ok {
		near = append(near, strings.TrimSuffix(ref.text, ref.id)+word)
	}
	if info, err := os.Stat(ref.id); err == nil && info.IsDir() {
		near = append(near, "./"+ref.id+" (a folder)")
	}
	return near
}

// isNear reports whether the text is part of the session's id or title, or matches the beginning of its id except for
// the last digits.
func isNear(s timeline.Summary, text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(strings.ToLower(s.ID), text) || strings.Contains(strings.ToLower(s.Title), text) ||
		len(text) > 4 && strings.HasPrefix(strings.ToLower(s.ID), text[:len(text)*2/3])
}

// run returns the journal of a run, or the session of a part that the run has left.
func (r resolver) run(ctx context.Context, ref reference) (Source, error) {
	name, part := runs.SplitPart(ref.run)
	found, err := r.options.Runs.Find(name)
	if errors.Is(err, runs.ErrAmbiguous) {
		return Source{}, fmt.Errorf("%w: %w", ErrAmbiguous, err)
	}
	if err != nil {
		return Source{}, err
	}
	if name != ref.run {
		session, isCurrent, err := found.PartSession(part)
		if err != nil {
			return Source{}, err
		}
		if !isCurrent {
			return r.part(ctx, ref, session)
		}
	}
	source, err := r.places.file(ctx, r.options.Runs.Journal(found.ID), r.places.clis)
	source.Run, source.Summary.ID, source.Summary.Project = found.ID, found.ID, found.Dir
	return source, err
}

// part returns the session of a part of a run. Its CLI may have continued it since, so the result is its current state.
func (r resolver) part(ctx context.Context, ref reference, session runs.Session) (Source, error) {
	reader, err := r.places.clis.find(session.CLI)
	if err != nil {
		return Source{}, err
	}
	source, err := r.byID(ctx, reference{text: session.Reference(), id: session.ID, readers: []readers.Reader{reader}})
	if errors.Is(err, adapter.ErrNotFound) {
		run, _ := runs.SplitPart(ref.text)
		return Source{}, &GonePartError{Part: ref.text, Session: session.Reference(), Run: run}
	}
	return source, err
}
