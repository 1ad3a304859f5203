package model

import (
	"context"
	"database/sql"
	"fmt"

	"stead/catalog"
	"stead/catalog/index"
	"stead/catalog/origin"
	"stead/catalog/stats"
)

// Statistics sums up the sessions in the index, after bringing the index up to date. Errors are those of [Sum].
func (m *Model) Statistics(ctx context.Context, q stats.Query) (stats.Result, error) {
	o := m.Options
	found, _, err := Sum(ctx, Sums{Catalog: o.Catalog, Index: o.Index, Origin: o.Origin}, q, nil)
	return found, err
}

// Sums holds the sources of [Sum].
type Sums struct {
	Catalog *catalog.Catalog
	Index   func(context.Context) (*index.Index, error)
	Origin  origin.Options
}

// Sum sums up sessions in the index, after bringing the index up to date. It reports the progress of that update to
// progress, unless it is nil, and returns its problems as warnings. Errors: those that wrap stats.ErrQuery, a
// catalog.UnknownCLIError, those of the index, and that of ctx.
func Sum(ctx context.Context, o Sums, q stats.Query, progress func(done, total int64)) (
	found stats.Result, warnings []error, err error) {
	if err := q.Check(); err != nil {
		return found, nil, err
	}
	if q.CLI != "" {
		r, err := o.Catalog.Reader(q.CLI)
		if err != nil {
			return found, nil, err
		}
		q.CLI = r.Info().Name
	}
	origins, err := origin.Read(ctx, o.Origin)
	if err != nil {
		return found, nil, err
	}
	q.Folder = origins.Project
	x, err := o.Index(ctx)
	if err != nil {
		return found, nil, err
	}
	report, err := x.Ask(ctx, func(db *sql.DB) (err error) {
		found, err = stats.Compute(ctx, db, q)
		return err
	}, progress)
	if err != nil {
		return found, nil, fmt.Errorf("sum up the catalog: %w", err)
	}
	return found, report.Warnings, nil
}
