package index

import (
	"context"
	"database/sql"
	"sync"

	"stead/adapters/adapter"
	"stead/timeline"
)

// member is a session that has relatives, with its entries by the hashes of their ids.
type member struct {
	n       int64
	summary timeline.Summary
	records map[uint64]fact
	said    int
}

// read reads which entries the member has. One that cannot be read has none: its own reading tells why.
func (m *member) read(ctx context.Context, r *refresher) error {
	m.records = map[uint64]fact{}
	stream, err := r.index.reader(m.summary.CLI).Open(ctx, adapter.Location{Path: m.summary.Path, ID: m.summary.ID})
	if err == nil {
		err = m.take(stream, r.deliveredTo(m.summary), 0)
	}
	if err != nil {
		m.records = map[uint64]fact{}
	}
	return ctx.Err()
}

func (m *member) take(stream timeline.Stream, delivered func(*timeline.Entry) bool, depth int) error {
	for e, err := range stream.Entries {
		if err != nil {
			return err
		}
		hash, ok := hashOfID(e)
		if !ok {
			continue
		}
		found := known
		if depth == 0 && isTalk(e) {
			found |= talk
			m.said++
		}
		if depth > 0 || !delivered(e) {
			found |= counted
		}
		m.records[hash] = found
	}
	for _, child := range stream.Children {
		if err := m.take(child, delivered, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// deliveredTo returns a function that tells which of a session's entries stead has delivered.
func (r *refresher) deliveredTo(s timeline.Summary) func(*timeline.Entry) bool {
	if r.delivered == nil {
		return func(*timeline.Entry) bool { return false }
	}
	after, upTo := r.delivered(s)
	return func(e *timeline.Entry) bool { return e.Native != nil && e.Native.Line > after && e.Native.Line <= upTo }
}

// families are the sessions that may have something in common, as they were when a refresh began. It is safe for use by
// several goroutines.
type families struct {
	// all are the members of each family in their order, originals the numbers of the sessions of which another CLI has
	// noted a copy.
	all       map[family][]member
	originals map[string]int64

	mu sync.Mutex
	// known are families of which it was read what each member has: once for all others. They have so many entries.
	known map[family][]*member
	held  int
}

// family is what its members have in common: their CLI and the mark of their first record.
type family struct{ cli, begins string }

// mostHeld is of how many entries is known at once which sessions have them: 40 bytes of memory each.
const mostHeld = 1 << 20

// load reads the families.
func (f *families) load(ctx context.Context, db *sql.DB) error {
	f.all, f.known, f.originals = map[family][]member{}, map[family][]*member{}, map[string]int64{}
	err := eachRow(ctx, db, `SELECT begins, n, cli, id, path FROM session WHERE begins != '' AND parent = '' AND (cli, begins) IN
		(SELECT cli, begins FROM session WHERE begins != '' AND parent = '' GROUP BY cli, begins HAVING count(*) > 1)
		ORDER BY created, id, path, n`, func(rows *sql.Rows) error {
		var of family
		var m member
		err := rows.Scan(&of.begins, &m.n, &of.cli, &m.summary.ID, &m.summary.Path)
		m.summary.CLI = of.cli
		f.all[of] = append(f.all[of], m)
		return err
	})
	if err != nil {
		return err
	}
	return eachRow(ctx, db, `SELECT cli || ':' || id, min(n) FROM session
		WHERE cli || ':' || id IN (SELECT forked FROM session WHERE forked LIKE '%:%') GROUP BY 1`,
		func(rows *sql.Rows) error {
			var reference string
			var n int64
			err := rows.Scan(&reference, &n)
			f.originals[reference] = n
			return err
		})
}

func eachRow(ctx context.Context, db *sql.DB, query string, take func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // it was only read
	for rows.Next() {
		if err := take(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// kinOf returns what a session has in common with others, nil for nothing. Of one that its CLI has copied from another
// CLI its lineage says it, unless that one is not there: then what it has said is found and counted here.
func (r *refresher) kinOf(ctx context.Context, t task, l *timeline.Lineage) (*kin, error) {
	if l != nil && l.Copied > 0 && r.families.originals[l.Parent] != 0 {
		return &kin{of: r.families.originals[l.Parent], copied: l.Copied, turns: map[int64]int{}}, nil
	}
	all, err := r.members(ctx, family{t.summary.CLI, t.summary.Begins})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	k := &kin{turns: map[int64]int{}}
	to := &k.before
	for _, m := range all {
		if m.n == t.n {
			to = &k.after
			continue
		}
		*to = append(*to, &relative{member: m})
	}
	return k, nil
}

// members returns the members of a family in their order, with what each has.
func (r *refresher) members(ctx context.Context, of family) ([]*member, error) {
	f := &r.families
	f.mu.Lock()
	defer f.mu.Unlock()
	if all, ok := f.known[of]; ok {
		return all, nil
	}
	var all []*member
	size := 0
	for _, m := range f.all[of] {
		if err := m.read(ctx, r); err != nil {
			return nil, err
		}
		all, size = append(all, &m), size+len(m.records)
	}
	if f.held += size; f.held > mostHeld {
		f.known, f.held = map[family][]*member{}, size
	}
	f.known[of] = all
	return all, nil
}
