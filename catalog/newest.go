package catalog

import (
	"context"
	"fmt"

	"stead/catalog/origin"
	"stead/readers"
	"stead/timeline"
)

// newest returns the session in which somebody has worked last: in any folder for "latest", in the current one for ".".
// Copies that stead made and nobody has used are not meant.
func (r resolver) newest(ctx context.Context, ref reference) (Source, error) {
	l, err := r.stores.collect(ctx, ref.readers, readers.Query{})
	if err != nil {
		return Source{}, err
	}
	origins, err := origin.Read(ctx, r.options.Origin)
	if err != nil {
		return Source{}, err
	}
	l.short = Shorten(l.Sessions)
	missing := &NotFoundError{Reference: ref.text, Problem: r.none(ref), Looked: l.Looked, Warnings: l.Warnings}
	for _, s := range l.Sessions {
		from := origins.Of(s)
		if !isWhole(s) || ref.id == here && !r.isHere(s, from) {
			continue
		}
		if !from.IsCopy(s.Updated, 0) {
			return r.places.clis.source(s)
		}
		missing.Problem = "there are only copies that stead made and nobody has used since"
		if len(missing.Near) < shownNear {
			missing.Near = append(missing.Near, fmt.Sprintf("%s (%s)", l.Reference(s), s.Title))
		}
	}
	return Source{}, missing
}

// none says what there is none of.
func (r resolver) none(ref reference) string {
	if ref.id == here {
		return "no session belongs to " + r.options.Dir
	}
	return "there is no session"
}

// isHere reports whether a session belongs to the current folder, or to a worktree that stead made of it.
func (r resolver) isHere(s timeline.Summary, from origin.Origin) bool {
	return sameFolder(s.Project, r.options.Dir) || from.Project != "" && sameFolder(from.Project, r.options.Dir)
}
