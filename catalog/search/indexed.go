package search

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"stead/catalog/index"
	"stead/timeline"
)

const (
	// ranked is the maximum number of hits that are ranked.
	ranked = 1000
	// few is the maximum number of hits that are ranked by bm25, which examines each of them. If there are more, the
	// words are so common that bm25 means little, and the shortest text comes first.
	few = 5000
	// fewest is the minimum number of hits of a session that are examined, if there are too many to examine all.
	fewest = 10
	// workers is the number of session ranges that are counted concurrently.
	workers = 2
)

// indexed searches the index for one query.
type indexed struct {
	ctx context.Context
	db  *sql.DB
	q   Query
	// last is the highest session number. Sessions are those that the query allows, the newest first. They are read
	// only when needed.
	last     int64
	sessions []stamped
	isRead   bool
	// tallies holds the hits of each session that has any.
	tallies map[int64]tally
	// apart holds allowed sessions that the index keeps partly under other sessions, which are not allowed.
	apart []int64
}

// stamped is a session number with the time of the session's last change, in nanoseconds.
type stamped struct{ n, updated int64 }

// numbers is a range of session numbers, from the first to the last.
type numbers struct{ first, last int64 }

// found is a hit in the index. A lower rank is better.
type found struct {
	row     index.Row
	updated int64
	rank    float64
}

// begin loads the sessions that the query allows, unless it allows all of them.
func (x *indexed) begin() error {
	if !x.q.keepsAll() {
		return x.read()
	}
	return x.db.QueryRowContext(x.ctx, "SELECT ifnull(max(n), 0) FROM session").Scan(&x.last)
}

// read reads the sessions.
func (x *indexed) read() error {
	if x.isRead {
		return nil
	}
	keeps := x.q.keeps()
	rows, err := x.db.QueryContext(x.ctx, "SELECT n, cli, project, updated FROM session ORDER BY updated DESC, n DESC")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // the rows were only read
	for rows.Next() {
		var at stamped
		var s timeline.Summary
		if err := rows.Scan(&at.n, &s.CLI, &s.Project, &at.updated); err != nil {
			return err
		}
		if s.Updated = index.TimeOf(at.updated); keeps(s) {
			x.sessions = append(x.sessions, at)
		}
	}
	x.isRead = true
	return rows.Err()
}

// ranges returns the numbers of the allowed sessions in as few ranges as possible, but at least one for each worker.
func (x *indexed) ranges() []numbers {
	if x.q.keepsAll() {
		return []numbers{{0, x.last / workers}, {x.last/workers + 1, x.last}}
	}
	var all []int64
	for _, s := range x.sessions {
		all = append(all, s.n)
	}
	slices.Sort(all)
	most := int64(max(1, len(all)/workers))
	var found []numbers
	for _, n := range all {
		last := len(found) - 1
		if last >= 0 && found[last].last+1 == n && n-found[last].first < most {
			found[last].last = n
			continue
		}
		found = append(found, numbers{n, n})
	}
	return found
}

// best returns the best of the given number of hits, a thousand at most.
func (x *indexed) best(hits int, order Order) ([]found, error) {
	with, _ := x.q.expression()
	isWeighed := order == ByRank && with != "" && hits <= few
	all, err := x.looked(isWeighed, hits)
	if err == nil {
		all, err = x.byAge(all)
	}
	if err != nil || order == ByAge {
		return all, err
	}
	if !isWeighed {
		if err := x.measure(all); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.rank, b.rank) })
	return all, nil
}

// looked returns the hits to examine.
func (x *indexed) looked(isWeighed bool, hits int) ([]found, error) {
	switch {
	case isWeighed:
		return x.weighed()
	case hits > few:
		return x.newest()
	}
	var all []found
	for _, t := range x.tallies {
		all = appendRows(all, t.last)
	}
	return all, nil
}

// weighed returns all hits, ranked by bm25.
func (x *indexed) weighed() ([]found, error) {
	ranges := x.ranges()
	parts := make([][]found, len(ranges))
	group, ctx := errgroup.WithContext(x.ctx)
	group.SetLimit(workers)
	for i, r := range ranges {
		group.Go(func() (err error) {
			parts[i], err = x.weigh(ctx, x.q.from(r))
			return err
		})
	}
	err := group.Wait()
	return slices.Concat(parts...), err
}

// newest returns the last hits of each of the newest sessions, until there are enough to rank. A session with thousands
// of hits leaves room for those of others.
func (x *indexed) newest() ([]found, error) {
	if err := x.read(); err != nil {
		return nil, err
	}
	share := max(fewest, ranked/len(x.tallies))
	var all []found
	for _, s := range x.sessions {
		last := x.tallies[s.n].last
		all = appendRows(all, last[max(0, len(last)-share):])
		if len(all) >= ranked {
			break
		}
	}
	return all, nil
}

func appendRows(all []found, rows []index.Row) []found {
	for _, r := range rows {
		all = append(all, found{row: r})
	}
	return all
}

// weigh returns the hits that a statement selects.
func (x *indexed) weigh(ctx context.Context, s statement) ([]found, error) {
	rows, err := x.db.QueryContext(ctx, "SELECT f.rowid, bm25(f) "+s.text, s.args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // the rows were only read
	var all []found
	for rows.Next() {
		var f found
		if err := rows.Scan(&f.row, &f.rank); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, rows.Err()
}

// byAge sorts hits by the last change of their sessions, and within a session from its end. It returns as many as are
// ranked.
func (x *indexed) byAge(all []found) ([]found, error) {
	updated, err := x.updated(all)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].updated = updated[all[i].row.Session()]
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.updated, a.updated),
			cmp.Compare(b.row, a.row))
	})
	return all[:min(len(all), ranked)], nil
}

// updated returns when the sessions of hits last changed.
func (x *indexed) updated(all []found) (map[int64]int64, error) {
	updated := map[int64]int64{}
	if x.isRead {
		for _, s := range x.sessions {
			updated[s.n] = s.updated
		}
		return updated, nil
	}
	for _, f := range all {
		updated[f.row.Session()] = 0
	}
	return updated, x.lookUp("SELECT n, updated FROM session WHERE n IN (SELECT value FROM json_each(?))",
		slices.Collect(maps.Keys(updated)),
		func(rows *sql.Rows) error {
			var n, at int64
			err := rows.Scan(&n, &at)
			updated[n] = at
			return err
		})
}

// lookUp calls take for each row of a query. The query's argument is the list of numbers as a JSON array.
func (x *indexed) lookUp(query string, numbers []int64, take func(*sql.Rows) error) error {
	rows, err := x.db.QueryContext(x.ctx, query, jsonArray(numbers))
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // the rows were only read
	for rows.Next() {
		if err := take(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func jsonArray(numbers []int64) string {
	b := []byte{'['}
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(append(b, ']'))
}

// measure ranks hits by the length of their texts. FTS5 stores it as the number of words in each column.
func (x *indexed) measure(all []found) error {
	rows := make([]int64, len(all))
	for i := range all {
		rows[i] = int64(all[i].row)
	}
	lengths := make(map[index.Row]int, len(all))
	err := x.lookUp("SELECT id, sz FROM f_docsize WHERE id IN (SELECT value FROM json_each(?))", rows,
		func(rows *sql.Rows) error {
			var row index.Row
			var sizes sql.RawBytes
			err := rows.Scan(&row, &sizes)
			lengths[row] = words(sizes)
			return err
		})
	for i := range all {
		all[i].rank = float64(lengths[all[i].row])
	}
	return err
}

// words returns the sum of integers in SQLite's variable-length encoding: seven bits per byte, the highest first.
func words(sizes []byte) (sum int) {
	n := 0
	for _, b := range sizes {
		if n = n<<7 | int(b&0x7f); b&0x80 == 0 {
			sum, n = sum+n, 0
		}
	}
	return sum
}
