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

// Lister lists sessions. All fields but Recall must be set.
type Lister struct {
	Catalog *catalog.Catalog
	Origin  origin.Options
	Now     func() time.Time
	// Recall returns what is known of the sessions of all CLIs, sub-agents' too, without a look at each, and what could
	// not be read. False has the stores listed, and so has nil.
	Recall func(context.Context) (sessions []Session, warnings []error, ok bool)
	// Search returns the full references of the sessions whose texts have all of the words. False is for no texts to
	// search, and so is nil.
	Search func(ctx context.Context, words []string) (sessions map[string]bool, ok bool, err error)
}

// Result is a list.
type Result struct {
	Rows []Row
	// Elsewhere counts the copies whose original is of a CLI that was not asked for: they have no row, and none counts
	// them.
	Elsewhere int
	// Shallow says that the words were looked for in titles, folders, branches and models alone: no index of the texts is
	// there.
	Shallow bool
	// Warnings say what could not be read, Where in a few words where was looked.
	Warnings []error
	Where    string
}

// List lists the sessions that a query asks for. Errors: a catalog.UnknownCLIError, those that wrap ErrQuery, and that
// of ctx.
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

// Of lists what a query asks for of rows that were listed before, none of them folded, the newest first: they change.
// Words are looked for in what the rows say alone.
func Of(q Query, rows []Row) []Row {
	rows = slices.DeleteFunc(rows, func(r Row) bool { return !q.isListed(r.CLI) })
	if !q.All {
		rows, _ = fold(rows, q.isListed)
	}
	return q.choose(rows, nil)
}

// search looks for words in the sessions' texts.
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

// found are the sessions to list from, the newest first.
type found struct {
	sessions []Session
	warnings []error
	where    string
	short    map[string]string
}

// find returns the sessions of a CLI, or of all.
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

// recalled are the sessions of a CLI, or of all, of those that are known.
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

// reference is the shortest that names a session, or its full one where it is not here.
func (f found) reference(full string) string {
	if short, ok := f.short[full]; ok {
		return short
	}
	return full
}

// rows are all sessions, the newest first.
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
