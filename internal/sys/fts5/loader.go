package fts5

import (
	"container/heap"
	"context"
	"database/sql"
	"errors"

	"stead/internal/sys/sqlitefile"
)

// Loader writes runs into a table, in one transaction. Until the transaction is committed, no statement of its
// connection may name the table, because SQLite would cache its old state.
type Loader struct {
	table     *Table
	ctx       context.Context
	tx        *sql.Tx
	structure *structure
	averages  averages

	blocks, links, sizes *sqlitefile.Inserter
}

// NewLoader returns a loader. It returns the errors of the database, and an error if the table does not meet the
// requirements in the package's documentation.
func (t *Table) NewLoader(ctx context.Context, tx *sql.Tx) (*Loader, error) {
	l := &Loader{table: t, ctx: ctx, tx: tx}
	block, err := l.block(structureID)
	if err != nil {
		return nil, err
	}
	if l.structure, err = parseStructure(block); err != nil {
		return nil, err
	}
	if block, err = l.block(averagesID); err != nil {
		return nil, err
	}
	if l.averages, err = parseAverages(block, t.Columns); err != nil {
		return nil, err
	}
	if l.blocks, err = sqlitefile.NewInserter(ctx, tx, t.Name+"_data(id, block)"); err != nil {
		return nil, err
	}
	if l.links, err = sqlitefile.NewInserter(ctx, tx, t.Name+"_idx(segid, term, pgno)"); err != nil {
		return nil, err
	}
	l.sizes, err = sqlitefile.NewInserter(ctx, tx, t.Name+"_docsize(id, sz, origin)")
	return l, err
}

func (l *Loader) block(id int64) (block []byte, err error) {
	err = l.tx.QueryRowContext(l.ctx, "SELECT block FROM "+l.table.Name+"_data WHERE id = ?", id).Scan(&block)
	return block, err
}

// Load merges runs into a segment of the table. The rows of each run must follow those of the previous run, and must
// not be in the table yet. It returns the errors of the database and of the runs' files.
func (l *Loader) Load(runs []*Run) error {
	id, origin := l.structure.next()
	info := segmentInfo{id: id, firstPage: 1, oldest: origin, newest: origin}
	s := newSegment(int64(id))
	s.save = func(id int64, block []byte) error { return l.blocks.Add(id, append([]byte(nil), block...)) }
	s.link = func(term []byte, page int64) error { return l.links.Add(s.id, append([]byte{}, term...), page) }
	if err := merge(runs, s); err != nil {
		return err
	}
	pages, err := s.end()
	if err != nil {
		return err
	}
	for _, r := range runs {
		info.count += uint64(len(r.rows))
		if err := l.count(r, origin); err != nil {
			return err
		}
	}
	if info.lastPage = uint64(pages); pages > 0 {
		l.structure.add(info)
	}
	return errors.Join(l.blocks.Flush(), l.links.Flush(), l.sizes.Flush())
}

// count writes the word counts of the rows of a run.
func (l *Loader) count(r *Run, origin uint64) error {
	for i, row := range r.rows {
		end := len(r.sizes)
		if i+1 < len(r.rows) {
			end = r.rows[i+1].at
		}
		if err := l.sizes.Add(int64(row.row), r.sizes[row.at:end], int64(origin)); err != nil {
			return err
		}
	}
	l.averages[0] += uint64(len(r.rows))
	for i, words := range r.totals {
		l.averages[1+i] += uint64(words)
	}
	return nil
}

// End writes the data about the whole table. Until then, nothing that was loaded is visible in the table. It returns
// the errors of the database.
func (l *Loader) End() error {
	for id, block := range map[int64][]byte{structureID: l.structure.block(), averagesID: l.averages.block()} {
		if _, err := l.tx.ExecContext(l.ctx, "REPLACE INTO "+l.table.Name+"_data(id, block) VALUES(?, ?)", id,
			block); err != nil {
			return err
		}
	}
	return nil
}

// merge writes the words of all runs.
func merge(runs []*Run, to *segment) error {
	var open cursors
	for i, r := range runs {
		c := newCursor(r, i)
		hasTerm, err := c.next()
		if err != nil {
			return err
		}
		if hasTerm {
			open = append(open, c)
		}
	}
	heap.Init(&open)
	for len(open) > 0 {
		c := open[0]
		if to.term == nil || string(c.term) != string(to.term) {
			if err := to.begin(c.term); err != nil {
				return err
			}
		}
		if err := addRows(to, c); err != nil {
			return err
		}
		hasTerm, err := c.next()
		switch {
		case err != nil:
			return err
		case hasTerm:
			heap.Fix(&open, 0)
		default:
			heap.Pop(&open)
		}
	}
	return nil
}

// addRows adds the rows of a run that contain the word.
func addRows(to *segment, c *cursor) error {
	var row uint64
	for rows := c.rows; len(rows) > 0; {
		delta, n := varint(rows)
		row += delta
		length, size := varint(rows[n:])
		end := n + size + int(length/2)
		if err := to.add(row, rows[n:end]); err != nil {
			return err
		}
		rows = rows[end:]
	}
	return nil
}
