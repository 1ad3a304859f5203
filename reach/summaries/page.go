package summaries

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"stead/catalog/listing"
)

// Filter says which sessions a list has. An empty field filters nothing.
type Filter struct {
	Machine, CLI string
	// Title is a text that the title contains. Upper and lower case of ASCII letters are the same.
	Title string
}

// Place is where a page ends: the next one begins after it. The zero value is before the first page.
type Place struct{ Updated, N int64 }

// MostOfPage is how many summaries a page has at most.
const MostOfPage = 1000

// Page returns the newest summaries after a place, and where they end. Limit is 1 to MostOfPage. Errors: those of the
// database.
func (s *Store) Page(ctx context.Context, f Filter, after Place, limit int) (page []Summary, end Place, err error) {
	if after == (Place{}) {
		after = Place{math.MaxInt64, math.MaxInt64}
	}
	where, values := f.where()
	query := "SELECT n, machine, cli, session, updated, title, project, model, turns, row FROM summaries WHERE (updated, n) < (?, ?)" + where +
		" ORDER BY updated DESC, n DESC LIMIT ?"
	values = append([]any{after.Updated, after.N}, values...)
	rows, err := s.db.QueryContext(ctx, query, append(values, min(max(limit, 1), MostOfPage))...)
	if err != nil {
		return nil, after, fmt.Errorf("list the sessions: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err says what went wrong
	end = after
	for rows.Next() {
		var r Summary
		if err := rows.Scan(&end.N, &r.Machine, &r.CLI, &r.Session, &r.Updated, &r.Title, &r.Project, &r.Model, &r.Turns,
			&r.Row); err != nil {
			return nil, after, fmt.Errorf("list the sessions: %w", err)
		}
		end.Updated = r.Updated
		page = append(page, r)
	}
	return page, end, rows.Err()
}

// Rows returns the rows of a machine, as it has told of them last, at most MostOfNode of them, the newest first.
// Errors: those of the database.
func (s *Store) Rows(ctx context.Context, machine string) (rows []listing.Row, err error) {
	for after := (Place{}); len(rows) < MostOfNode; {
		page, end, err := s.Page(ctx, Filter{Machine: machine}, after, MostOfPage)
		if err != nil || len(page) == 0 {
			return rows, err
		}
		for _, one := range page {
			var r listing.Row
			if json.Unmarshal([]byte(one.Row), &r) == nil { // it was one when it was kept
				rows = append(rows, r)
			}
		}
		after = end
	}
	return rows, nil
}

// Count returns how many sessions a list has. It reads all of them that the filter lets through.
func (s *Store) Count(ctx context.Context, f Filter) (n int, err error) {
	where, values := f.where()
	if err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM summaries WHERE true"+where, values...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the sessions: %w", err)
	}
	return n, nil
}

var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// where is what a filter adds to a statement, and its values.
func (f Filter) where() (where string, values []any) {
	if f.Machine != "" {
		where, values = where+" AND machine = ?", append(values, f.Machine)
	}
	// the plus keeps SQLite from reading all sessions of the CLI, as a machine has fewer
	if f.CLI != "" && f.Machine != "" {
		where, values = where+" AND +cli = ?", append(values, f.CLI)
	} else if f.CLI != "" {
		where, values = where+" AND cli = ?", append(values, f.CLI)
	}
	if f.Title != "" {
		where, values = where+` AND title LIKE ? ESCAPE '\'`, append(values, "%"+literal.Replace(f.Title)+"%")
	}
	return where, values
}
