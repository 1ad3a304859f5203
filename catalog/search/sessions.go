package search

import (
	"context"
	"fmt"

	"stead/catalog/index"
)

// Sessions returns the full references of the sessions in which a query has a hit. For copied text it returns all
// sessions that contain it. It needs the index, and returns nothing for a query that the index cannot answer.
func (s *Searcher) Sessions(ctx context.Context, q Query) (map[string]bool, error) {
	found := map[string]bool{}
	if q.IsEmpty() || q.needsText() {
		return found, nil
	}
	x := &indexed{ctx: ctx, db: s.Index.DB(), q: q}
	if err := x.addSessions(found); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return found, nil
}

// addSessions adds the references of the sessions with hits.
func (x *indexed) addSessions(found map[string]bool) error {
	with := x.q.matching()
	query := "WITH hit AS MATERIALIZED (SELECT f.rowid AS row, " + index.SessionOf("f.rowid") + " AS holder " + with.text + `)
		SELECT ` + index.SessionColumns + ` FROM session WHERE n IN (SELECT holder FROM hit UNION
		SELECT copy.n FROM copy JOIN hit USING(holder) JOIN piece ON piece.rowid = hit.row WHERE piece.turn <= copy.turns)`
	rows, err := x.db.QueryContext(x.ctx, query, with.args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // the rows were only read
	keeps := x.q.keeps()
	for rows.Next() {
		s, err := index.ScanSession(rows)
		if err != nil {
			return err
		}
		if keeps(s.Summary) {
			found[s.Summary.CLI+":"+s.Summary.ID] = true
		}
	}
	return rows.Err()
}
