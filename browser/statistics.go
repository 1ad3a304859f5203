package browser

import (
	"context"
	"fmt"

	"stead/catalog/origin"
	"stead/catalog/stats"
)

// Statistics sums up the sessions by the index, which it brings up to date. Errors: those that wrap stats.ErrQuery, a
// catalog.UnknownCLIError, those of the index, and that of ctx.
func (b *Browser) Statistics(ctx context.Context, q stats.Query) (stats.Result, error) {
	if err := q.Check(); err != nil {
		return stats.Result{}, err
	}
	if q.CLI != "" {
		r, err := b.Options.Catalog.Reader(q.CLI)
		if err != nil {
			return stats.Result{}, err
		}
		q.CLI = r.Info().Name
	}
	origins, err := origin.Read(ctx, b.Options.Origin)
	if err != nil {
		return stats.Result{}, err
	}
	q.Folder = origins.Project
	x, err := b.Options.Index(ctx)
	if err != nil {
		return stats.Result{}, err
	}
	if _, err := x.Refresh(ctx, nil); err != nil {
		return stats.Result{}, err
	}
	found, err := stats.Compute(ctx, x.DB(), q)
	if err != nil {
		return found, fmt.Errorf("sum up the catalog: %w", err)
	}
	return found, nil
}
