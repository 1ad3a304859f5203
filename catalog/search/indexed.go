package search

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"stead/catalog/index"
	"stead/timeline"
)

// sessionBits is by how much a row id is shifted to get the number of its session: see [index.Row].
const sessionBits = 28

const (
	// ranked is how many hits are ranked at most.
	ranked = 1000
	// few is how many hits are weighed by bm25, which looks at each. Of more, the words are so common that it says little: the shortest text comes
	// first.
	few = 5000
	// workers is how many ranges of sessions are counted at the same time.
	workers = 2
)

// indexed searches the index.
type indexed struct {
	ctx context.Context
	db  *sql.DB
	q   Query
	// last is the highest number of a session. Sessions are those that count, the newest first; they are only read when they are needed.
	last     int64
	sessions []stamped
	isRead   bool
}

// stamped is a session by its number, with the time of its last change in nanoseconds.
type stamped struct{ n, updated int64 }

// numbers are those of sessions from the first to the last.
type numbers struct{ first, last int64 }

// found is a hit in the index. The lower its rank, the better.
type found struct {
	row     index.Row
	updated int64
	rank    float64
}

// begin finds the sessions that count, if not all do.
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
	rows, err := x.db.QueryContext(x.ctx, "SELECT n, cli, project, updated FROM session ORDER BY updated DESC, n DESC")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // it was only read
	for rows.Next() {
		var at stamped
		var s timeline.Summary
		if err := rows.Scan(&at.n, &s.CLI, &s.Project, &at.updated); err != nil {
			return err
		}
		if s.Updated = time.Unix(0, at.updated); x.q.keeps(s) {
			x.sessions = append(x.sessions, at)
		}
	}
	x.isRead = true
	return rows.Err()
}

// ranges returns the numbers of the sessions that count, in as few ranges as there are, but one for each worker at least.
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

// count counts the hits and their sessions.
func (x *indexed) count() (sessions, hits int, err error) {
	ranges := x.ranges()
	counts := make([]struct{ sessions, hits int }, len(ranges))
	group, ctx := errgroup.WithContext(x.ctx)
	group.SetLimit(workers)
	for i, r := range ranges {
		group.Go(func() error {
			s := x.q.from(r)
			query := fmt.Sprintf("SELECT count(*), count(DISTINCT f.rowid >> %d) ", sessionBits) + s.text
			return x.db.QueryRowContext(ctx, query, s.args...).Scan(&counts[i].hits, &counts[i].sessions)
		})
	}
	err = group.Wait()
	for _, c := range counts {
		sessions, hits = sessions+c.sessions, hits+c.hits
	}
	return sessions, hits, err
}

// best returns the best of so many hits, a thousand at most.
func (x *indexed) best(hits int, order Order) ([]found, error) {
	with, _ := x.q.expression()
	isWeighed := order == ByRank && with != "" && hits <= few
	all, err := x.newest(hits, isWeighed)
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

// newest returns the hits in the newest sessions.
func (x *indexed) newest(hits int, isWeighed bool) ([]found, error) {
	column := "0"
	if isWeighed {
		column = "bm25(f)"
	}
	var all []found
	if hits > few {
		if err := x.read(); err != nil {
			return nil, err
		}
	}
	if hits <= few {
		for _, r := range x.ranges() {
			part, err := x.collect(column, r, few)
			if err != nil {
				return nil, err
			}
			all = append(all, part...)
		}
	}
	for i := 0; i < len(x.sessions) && hits > few && len(all) < ranked; i++ {
		part, err := x.collect(column, numbers{x.sessions[i].n, x.sessions[i].n}, ranked-len(all))
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	return x.byAge(all)
}

// collect returns the hits in a range of sessions.
func (x *indexed) collect(column string, r numbers, limit int) ([]found, error) {
	s := x.q.from(r)
	rows, err := x.db.QueryContext(x.ctx, "SELECT f.rowid, "+column+" "+s.text+" LIMIT ?", append(s.args, limit)...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // it was only read
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

// byAge sorts hits by the age of their sessions, and in a session from its end, and returns as many as are ranked.
func (x *indexed) byAge(all []found) ([]found, error) {
	updated, err := x.updated(all)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].updated = updated[all[i].row.Session()]
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(cmp.Compare(b.updated, a.updated), cmp.Compare(b.row, a.row)) })
	return all[:min(len(all), ranked)], nil
}

// lookups is how many sessions are looked up one by one before it is quicker to read all.
const lookups = 200

// updated returns when the sessions of hits have changed.
func (x *indexed) updated(all []found) (map[int64]int64, error) {
	updated := map[int64]int64{}
	for _, f := range all {
		updated[f.row.Session()] = 0
	}
	if len(updated) > lookups {
		if err := x.read(); err != nil {
			return nil, err
		}
	}
	for _, s := range x.sessions {
		updated[s.n] = s.updated
	}
	for n, at := range updated {
		if at != 0 || x.isRead {
			continue
		}
		if err := x.db.QueryRowContext(x.ctx, "SELECT updated FROM session WHERE n = ?", n).Scan(&at); err != nil {
			return nil, err
		}
		updated[n] = at
	}
	return updated, nil
}

// measure ranks hits by the length of their texts, which FTS5 keeps as the numbers of words of each column.
func (x *indexed) measure(all []found) error {
	statement, err := x.db.PrepareContext(x.ctx, "SELECT sz FROM f_docsize WHERE id = ?")
	if err != nil {
		return err
	}
	defer func() { _ = statement.Close() }() // it only reads
	for i := range all {
		var sizes []byte
		if err := statement.QueryRowContext(x.ctx, int64(all[i].row)).Scan(&sizes); err != nil {
			return err
		}
		all[i].rank = float64(words(sizes))
	}
	return nil
}

// words returns the sum of numbers that are written as SQLite writes them: seven bits a byte, the highest first.
func words(sizes []byte) (sum int) {
	n := 0
	for _, b := range sizes {
		if n = n<<7 | int(b&0x7f); b&0x80 == 0 {
			sum, n = sum+n, 0
		}
	}
	return sum
}
