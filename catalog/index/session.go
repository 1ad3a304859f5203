package index

import (
	"context"
	"fmt"
	"time"

	"stead/timeline"
)

// Session is what the index knows of a session.
type Session struct {
	// N is its number, by which the other tables name it.
	N       int64
	Summary timeline.Summary
	// Turns counts the requests of the user in the conversation that goes on. It is 0 until the texts were read.
	Turns int
	// Pending says that its texts are not read yet, or not as they now are.
	Pending bool
	// Within is the number of the session that has all that was said in this one, 0 for none. Compared says that it is
	// known.
	Within   int64
	Compared bool
}

// SessionColumns are the columns of the table session that [ScanSession] takes.
const SessionColumns = "n, cli, id, path, parent, title, project, branch, model, version, created, updated, bytes, turns, pending, " +
	"forked, begins, ifnull(within, 0), within IS NOT NULL"

// ScanSession reads a session from a row that begins with [SessionColumns]. What comes behind them goes into more.
// Errors are those of the row.
func ScanSession(row interface{ Scan(...any) error }, more ...any) (Session, error) {
	var s Session
	var created, updated int64
	r := &s.Summary
	columns := []any{
		&s.N, &r.CLI, &r.ID, &r.Path, &r.Parent, &r.Title, &r.Project, &r.Branch, &r.Model, &r.Version, &created, &updated,
		&r.Bytes, &s.Turns, &s.Pending,
		&r.ForkedFrom, &r.Begins, &s.Within, &s.Compared,
	}
	err := row.Scan(append(columns, more...)...)
	r.Created, r.Updated = TimeOf(created), TimeOf(updated)
	return s, err
}

// Sessions returns the sessions as they were when they were last looked at, those of sub-agents too, the newest first.
// No file is opened.
func (x *Index) Sessions(ctx context.Context) ([]Session, error) {
	rows, err := x.DB().QueryContext(ctx, "SELECT "+SessionColumns+" FROM session ORDER BY updated DESC, n")
	if err != nil {
		return nil, fmt.Errorf("list the catalog: %w", err)
	}
	defer func() { _ = rows.Close() }() // it was only read
	var all []Session
	for rows.Next() {
		s, err := ScanSession(rows)
		if err != nil {
			return nil, fmt.Errorf("list the catalog: %w", err)
		}
		all = append(all, s)
	}
	return all, rows.Err()
}

// nanoseconds is a time in the database: 0 for none.
func nanoseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// TimeOf returns the time of a number of nanoseconds in the database: the zero value where that is 0.
func TimeOf(nanoseconds int64) time.Time {
	if nanoseconds == 0 {
		return time.Time{}
	}
	return time.Unix(0, nanoseconds)
}
