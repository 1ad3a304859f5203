package search

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"stead/catalog/index"
)

// tally holds the hits of one session in the index: their number, and the last of them in the order of the session, at
// most as many as are ranked.
type tally struct {
	hits int
	last []index.Row
}

// count counts the hits of each session.
func (x *indexed) count() (hits int, err error) {
	ranges := x.ranges()
	parts := make([]map[int64]tally, len(ranges))
	group, ctx := errgroup.WithContext(x.ctx)
	group.SetLimit(workers)
	for i, r := range ranges {
		group.Go(func() (err error) {
			parts[i], err = x.countIn(ctx, r)
			return err
		})
	}
	err = group.Wait()
	x.tallies = map[int64]tally{}
	for _, part := range parts {
		for n, t := range part {
			x.tallies[n] = t
			hits += t.hits
		}
	}
	return hits, err
}

// countIn reads the row numbers of all hits as a single text. For 176,000 hits that takes 20 ms, while GROUP BY takes
// 55 ms to sort them and separate rows take 35 ms.
func (x *indexed) countIn(ctx context.Context, r numbers) (map[int64]tally, error) {
	s := x.q.from(r)
	var list string
	err := x.db.QueryRowContext(ctx, "SELECT ifnull(group_concat(f.rowid), '') "+s.text, s.args...).Scan(&list)
	if err != nil || list == "" {
		return nil, err
	}
	rows, err := parseRows(list)
	return tallied(rows), err
}

func parseRows(list string) ([]index.Row, error) {
	rows := make([]index.Row, 0, strings.Count(list, ",")+1)
	for one := range strings.SplitSeq(list, ",") {
		n, err := strconv.ParseInt(one, 10, 64)
		if err != nil {
			return nil, err
		}
		rows = append(rows, index.Row(n))
	}
	// SQLite guarantees no order, although FTS5 returns the numbers in ascending order.
	if !slices.IsSorted(rows) {
		slices.Sort(rows)
	}
	return rows, nil
}

// tallied returns the tally of each session, given hits sorted by their row numbers.
func tallied(rows []index.Row) map[int64]tally {
	all := map[int64]tally{}
	for len(rows) > 0 {
		session := rows[0].Session()
		end := 1
		for end < len(rows) && rows[end].Session() == session {
			end++
		}
		all[session] = tally{end, slices.Clone(rows[max(0, end-ranked):end])}
		rows = rows[end:]
	}
	return all
}
