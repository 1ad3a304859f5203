package catalog

import (
	"context"
	"fmt"

	"stead/catalog/origin"
	"stead/timeline"
)

// newest returns the most recently used session: in any folder for "latest", in the current folder for ".". It skips
// copies that stead made and that have not been used.
func (r resolver) newest(ctx context.Context, ref reference) (Source, error) {
	found, err := r.stores.recent(ctx, ref.readers)
	if err != nil {
		return Source{}, err
	}
	origins, err := origin.Read(ctx, r.options.Origin)
	if err != nil {
		return Source{}, err
	}
	var seen, copies []timeline.Summary
	for s := range found.all(ctx) {
		seen = append(seen, s)
		from := origins.Of(s)
		if !isWhole(s) || ref.id == here && !r.isHere(s, from) {
			continue
		}
		if !from.IsCopy(s.Updated, 0) {
			return r.places.clis.source(s)
		}
		copies = append(copies, s)
	}
	if err := ctx.Err(); err != nil {
		return Source{}, err
	}
	missing := &NotFoundError{Reference: ref.text, Problem: r.none(ref), Looked: found.looked, Warnings: found.warnings}
	if len(copies) > 0 {
		missing.Problem = "there are only copies that stead made and nobody has used since"
		short := Listing{short: Shorten(seen)}
		for _, s := range copies[:min(shownNear, len(copies))] {
			missing.Near = append(missing.Near, fmt.Sprintf("%s (%s)", short.Reference(s), s.Title))
		}
	}
	return Source{}, missing
}

// none describes what was not found.
func (r resolver) none(ref reference) string {
	if ref.id == here {
		return "no session belongs to " + r.options.Dir
	}
	return "there is no session"
}

// isHere reports whether a session belongs to the current folder, or to a worktree that stead made from it.
func (r resolver) isHere(s timeline.Summary, from origin.Origin) bool {
	return sameFolder(s.Project, r.options.Dir) || from.Project != "" && sameFolder(from.Project, r.options.Dir)
}
