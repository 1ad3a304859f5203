package search

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"

	"stead/catalog/index"
	"stead/timeline"
)

// setApart removes from the query's sessions those that the index keeps partly under another session outside the query.
// It collects them in apart.
func (x *indexed) setApart() error {
	if x.q.keepsAll() {
		return nil
	}
	asked := make(map[int64]bool, len(x.sessions))
	for _, s := range x.sessions {
		asked[s.n] = true
	}
	const query = "SELECT DISTINCT holder, n FROM copy WHERE n IN (SELECT value FROM json_each(?))"
	err := x.lookUp(query, slices.Collect(maps.Keys(asked)), func(rows *sql.Rows) error {
		var holder, n int64
		err := rows.Scan(&holder, &n)
		if !asked[holder] && !slices.Contains(x.apart, n) {
			x.apart = append(x.apart, n)
		}
		return err
	})
	x.sessions = slices.DeleteFunc(x.sessions, func(s stamped) bool { return slices.Contains(x.apart, s.n) })
	return err
}

// addApart searches the files of the sessions in apart, and adds the hits. Ranks from files and from the index cannot
// be compared, so at equal positions the newest hit comes first.
func (s *Searcher) addApart(ctx context.Context, x *indexed, limit int, result Result) (Result, error) {
	scan := s.newScanner(x.q)
	if err := scan.list(ctx); err != nil {
		return result, err
	}
	sessions, err := x.summaries(x.apart)
	if err != nil {
		return result, err
	}
	for _, summary := range sessions {
		r, ok := s.reader(summary.CLI)
		if !ok {
			continue
		}
		if err := scan.session(ctx, r, summary); err != nil {
			scan.warn(err)
		}
	}
	err = scan.families(ctx)
	if err == nil {
		err = scan.show(ctx, limit)
	}
	result.Sessions, result.Hits = result.Sessions+scan.result.Sessions, result.Hits+scan.result.Hits
	result.Warnings = append(result.Warnings, scan.result.Warnings...)
	result.Rows = interleave(result.Rows, scan.result.Rows, s.Order, limit)
	return result, err
}

// interleave merges the hits of two rankings.
func interleave(a, b []Hit, order Order, limit int) []Hit {
	type placed struct {
		Hit
		place int
	}
	var all []placed
	for _, hits := range [][]Hit{a, b} {
		for place, h := range hits {
			all = append(all, placed{h, place})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		newest := b.Session.Updated.Compare(a.Session.Updated)
		if order == ByAge {
			return newest
		}
		return cmp.Or(cmp.Compare(a.place, b.place), newest)
	})
	var hits []Hit
	for _, one := range all[:min(limit, len(all))] {
		hits = append(hits, one.Hit)
	}
	return hits
}

// summaries returns the sessions with the given numbers.
func (x *indexed) summaries(numbers []int64) (sessions []timeline.Summary, err error) {
	err = x.lookUp("SELECT "+index.SessionColumns+" FROM session WHERE n IN (SELECT value FROM json_each(?))", numbers,
		func(rows *sql.Rows) error {
			s, err := index.ScanSession(rows)
			sessions = append(sessions, s.Summary)
			return err
		})
	return sessions, err
}
