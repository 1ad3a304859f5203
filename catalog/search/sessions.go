package search

import (
	"context"
	"fmt"

	"stead/catalog/index"
)

// Sessions returns the full references of the sessions in which a query has a hit, by the index, which must be there. Those of a query that the index
// cannot answer are none.
func (s *Searcher) Sessions(ctx context.Context, q Query) (map[string]bool, error) {
	found := map[string]bool{}
	if q.IsEmpty() || q.needsText() {
		return found, nil
	}
	x := &indexed{ctx: ctx, db: s.Index.DB(), q: q}
	if err := x.begin(); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	for _, r := range x.ranges() {
		if err := x.addSessions(r, found); err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
	}
	return found, nil
}

// addSessions adds the references of those of some sessions that have hits.
func (x *indexed) addSessions(r numbers, found map[string]bool) error {
	with := x.q.from(r)
	query := "SELECT cli, id FROM session WHERE n IN (SELECT " + index.SessionOf("f.rowid") + " " + with.text + ")"
	rows, err := x.db.QueryContext(x.ctx, query, with.args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // it was only read
	for rows.Next() {
		var cli, id string
		if err := rows.Scan(&cli, &id); err != nil {
			return err
		}
		found[cli+":"+id] = true
	}
	return rows.Err()
}
