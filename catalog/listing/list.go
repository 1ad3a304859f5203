package listing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/catalog"
	"stead/catalog/origin"
	"stead/timeline"
)

// Lister lists sessions. All fields except Recall and Search must be set.
type Lister struct {
	Catalog *catalog.Catalog
	Origin  origin.Options
	Now     func() time.Time
	// Recall returns the cached sessions of all CLIs, including those of sub-agents, and what could not be read. If it
	// returns false or is nil, List reads the stores.
	Recall func(context.Context) (sessions []Session, warnings []error, ok bool)
	// Search returns the full references of the sessions whose texts contain all of the words. It returns false if
	// there are no texts to search. Nil means the same.
	Search func(ctx context.Context, words []string) (sessions map[string]bool, ok bool, err error)
}

// Result is the result of a list.
type Result struct {
	Rows []Row
	// Elsewhere counts the copies whose original belongs to a CLI outside the query. They have no row, and no row
	// counts them.
	Elsewhere int
	// Shallow reports that the words were searched only in titles, folders, branches and models, because there is no
	// index of the texts.
	Shallow bool
	// Warnings describe what could not be read. Where describes in a few words where stead searched.
	Warnings []error
	Where    string
}

// List returns the sessions that match a query. It returns a catalog.UnknownCLIError, errors that wrap ErrQuery, and
// the error of ctx.
func (l Lister) List(ctx context.Context, q Query) (Result, error) {
	if err := q.Check(); err != nil {
		return Result{}, err
	}
	found, err := l.find(ctx, q.CLI)
	if err != nil {
		return Result{}, err
	}
	origins, err := origin.Read(ctx, l.Origin)
	if err != nil {
		return Result{}, err
	}
	rows := l.rows(found, origins)
	result := Result{Warnings: found.warnings, Where: found.where}
	if !q.All {
		rows, result.Elsewhere = fold(rows, q.isListed)
	}
	inText, err := l.search(ctx, q.Words, &result)
	if err != nil {
		return Result{}, err
	}
	result.Rows = q.choose(rows, inText)
	return result, nil
}

// Of applies a query to rows that were listed before, unfolded and with the newest first. It modifies them. It searches
// for words only in the rows themselves.
func Of(q Query, rows []Row) []Row {
	rows = slices.DeleteFunc(rows, func(r Row) bool { return !q.isListed(r.CLI) })
	if !q.All {
		rows, _ = fold(rows, q.isListed)
	}
	return q.choose(rows, nil)
}

// search searches the sessions' texts for words.
func (l Lister) search(ctx context.Context, words []string, result *Result) (sessions map[string]bool, err error) {
	if len(words) == 0 {
		return nil, nil
	}
	ok := false
	if l.Search != nil {
		sessions, ok, err = l.Search(ctx, words)
	}
	result.Shallow = !ok
	return sessions, err
}

// found holds the sessions to list, the newest first.
type found struct {
	sessions []Session
	warnings []error
	where    string
	short    map[string]string
}

// find returns the sessions of one CLI, or of all.
func (l Lister) find(ctx context.Context, cli string) (found, error) {
	if cli != "" {
		r, err := l.Catalog.Reader(cli)
		if err != nil {
			return found{}, err
		}
		cli = r.Info().Name
	}
	if l.Recall != nil {
		if sessions, warnings, ok := l.Recall(ctx); ok {
			return recalled(sessions, warnings, cli), ctx.Err()
		}
	}
	listed, err := l.Catalog.List(ctx, catalog.Query{CLI: cli, Subagents: true})
	f := found{warnings: listed.Warnings, where: listed.Where(), short: catalog.Shorten(listed.Sessions)}
	for _, s := range listed.Sessions {
		f.sessions = append(f.sessions, Session{Summary: s})
	}
	return f, err
}

// recalled returns the cached sessions of one CLI, or of all.
func recalled(sessions []Session, warnings []error, cli string) found {
	summaries := make([]timeline.Summary, len(sessions))
	f := found{warnings: warnings, sessions: make([]Session, 0, len(sessions))}
	for i, s := range sessions {
		summaries[i] = s.Summary
		if cli == "" || s.CLI == cli {
			f.sessions = append(f.sessions, s)
		}
	}
	slices.SortFunc(f.sessions, func(a, b Session) int {
		return cmp.Or(b.Updated.Compare(a.Updated), strings.Compare(a.CLI, b.CLI), strings.Compare(a.ID, b.ID),
			strings.Compare(a.Path, b.Path))
	})
	f.short = catalog.Shorten(summaries)
	f.where = fmt.Sprintf("searched the catalog of %d sessions", len(f.sessions))
	return f
}

// reference returns the shortest reference of a session, or its full one if the session is not here.
func (f found) reference(full string) string {
	if short, ok := f.short[full]; ok {
		return short
	}
	return full
}

// rows returns rows for all sessions, the newest first.
func (l Lister) rows(f found, origins *origin.Origins) []Row {
	for _, s := range f.sessions {
		origins.Add(s.Summary)
	}
	within := f.kin(origins)
	now := l.Now()
	rows := make([]Row, 0, len(f.sessions))
	for i, s := range f.sessions {
		from := origins.Of(s.Summary)
		r := Row{Summary: s.Summary, Reference: f.reference(s.CLI + ":" + s.ID), Turns: s.Turns, Origin: from,
			From: cmp.Or(from.Came, f.reference(from.Of))}
		r.Copy = from.IsCopy(s.Updated, s.Records)
		r.Within = within[i]
		r.State = stateOf(s.Summary, from, r.Copy, now)
		rows = append(rows, r)
	}
	return rows
}
