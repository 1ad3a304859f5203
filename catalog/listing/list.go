package listing

import (
	"context"
	"strings"
	"time"

	"stead/catalog"
	"stead/catalog/origin"
	"stead/timeline"
)

// Lister lists sessions. All fields but Recall must be set.
type Lister struct {
	Catalog *catalog.Catalog
	Origin  origin.Options
	Now     func() time.Time
	// Recall returns what is known of the sessions of all CLIs without a look at each. Nil, or false, has the stores listed.
	Recall func(context.Context) ([]Session, bool)
}

// Result is a list.
type Result struct {
	Rows []Row
	// Elsewhere counts the copies whose original is of a CLI that was not asked for: they have no row, and none counts them.
	Elsewhere int
	// Warnings say what could not be read, Where in a few words where was looked.
	Warnings []error
	Where    string
}

// List lists the sessions that a query asks for. Errors: a catalog.UnknownCLIError, those that wrap ErrQuery, and that of ctx.
func (l Lister) List(ctx context.Context, q Query) (Result, error) {
	if err := q.Check(); err != nil {
		return Result{}, err
	}
	found, err := l.Catalog.List(ctx, catalog.Query{CLI: q.CLI, Subagents: true})
	if err != nil {
		return Result{}, err
	}
	origins, err := origin.Read(ctx, l.Origin)
	if err != nil {
		return Result{}, err
	}
	rows := l.rows(found, origins)
	result := Result{Rows: []Row{}, Warnings: found.Warnings, Where: found.Where()}
	if !q.All {
		rows, result.Elsewhere = fold(rows, func(cli string) bool { return q.CLI == "" || strings.EqualFold(cli, q.CLI) })
	}
	keep := q.keep()
	for _, r := range rows {
		if keep(r) {
			result.Rows = append(result.Rows, r)
		}
	}
	q.sort(result.Rows)
	if q.Limit > 0 && len(result.Rows) > q.Limit {
		result.Rows = result.Rows[:q.Limit]
	}
	return result, nil
}

// rows are all sessions, the newest first.
func (l Lister) rows(found catalog.Listing, origins *origin.Origins) []Row {
	now := l.Now()
	rows := make([]Row, 0, len(found.Sessions))
	for _, s := range found.Sessions {
		from := origins.Of(s)
		r := Row{Summary: s, Reference: found.Reference(s), Origin: from, Copy: from.IsCopy(s.Updated, 0)}
		r.State = stateOf(s, from, r.Copy, now)
		if cli, id, ok := strings.Cut(from.Of, ":"); ok {
			r.From = found.Reference(timeline.Summary{CLI: cli, ID: id})
		}
		rows = append(rows, r)
	}
	return rows
}
