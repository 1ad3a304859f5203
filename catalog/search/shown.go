package search

import (
	"database/sql"
	"maps"
	"slices"

	"stead/catalog"
	"stead/catalog/index"
	"stead/timeline"
)

// shown is a hit with the data in the index, and with the position of its text.
type shown struct {
	Hit
	place
	n int64
}

// shown returns the index's data about hits, in their order. It omits a hit that a refresh has just removed.
func (x *indexed) shown(best []found) ([]shown, error) {
	rows := make([]int64, len(best))
	for i := range best {
		rows[i] = int64(best[i].row)
	}
	known := make(map[index.Row]shown, len(best))
	err := x.lookUp("SELECT "+index.SessionColumns+
		", piece.rowid, line, offset, turn, child FROM piece JOIN session ON n = "+
		index.SessionOf("piece.rowid")+" WHERE piece.rowid IN (SELECT value FROM json_each(?))", rows,
		func(rows *sql.Rows) error {
			row, one, err := scanShown(rows)
			known[row] = one
			return err
		})
	if err != nil {
		return nil, err
	}
	copies, err := x.copies(known)
	if err != nil {
		return nil, err
	}
	references, err := x.references(known, copies)
	all := make([]shown, 0, len(best))
	for _, f := range best {
		if one, ok := known[f.row]; ok {
			one.Reference = references[nameOf(one.Session)]
			for _, c := range copies[one.n] {
				if one.Turn <= c.turns {
					one.Also = append(one.Also, references[c.named])
				}
			}
			all = append(all, one)
		}
	}
	return all, err
}

func scanShown(rows *sql.Rows) (index.Row, shown, error) {
	var row index.Row
	var one shown
	session, err := index.ScanSession(rows, &row, &one.Line, &one.Offset, &one.Turn, &one.child)
	one.Session, one.Kind, one.kind, one.n = session.Summary, row.Kind(), row.Kind(), session.N
	return row, one, err
}

// copied is a session that repeats another one up to a turn.
type copied struct {
	named
	turns int
}

// copies returns which sessions repeat the sessions of hits, by the numbers of the latter.
func (x *indexed) copies(hits map[index.Row]shown) (map[int64][]copied, error) {
	copies := map[int64][]copied{}
	for _, hit := range hits {
		copies[hit.n] = nil
	}
	return copies, x.lookUp(`SELECT holder, cli, id, copy.turns FROM copy JOIN session USING(n)
		WHERE holder IN (SELECT value FROM json_each(?)) ORDER BY created, id`,
		slices.Collect(maps.Keys(copies)), func(rows *sql.Rows) error {
			var holder int64
			var c copied
			err := rows.Scan(&holder, &c.cli, &c.id, &c.turns)
			copies[holder] = append(copies[holder], c)
			return err
		})
}

// named identifies the session that a reference names. For a sub-agent's session it is the one that started it.
type named struct{ cli, id string }

func nameOf(s timeline.Summary) named {
	if s.Parent != "" {
		return named{s.CLI, s.Parent}
	}
	return named{s.CLI, s.ID}
}

// references returns the shortest unique reference of each session of the hits, and of each session that repeats one.
func (x *indexed) references(hits map[index.Row]shown, copies map[int64][]copied) (map[named]string, error) {
	statement, err := x.db.PrepareContext(x.ctx, `SELECT (SELECT max(id) FROM session WHERE cli = ?1 AND id < ?2), (SELECT min(id) FROM session
		WHERE cli = ?1 AND id > ?2)`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = statement.Close() }() // the statement only reads
	references := map[named]string{}
	var names []named
	for _, hit := range hits {
		names = append(names, nameOf(hit.Session))
		for _, c := range copies[hit.n] {
			names = append(names, c.named)
		}
	}
	for _, name := range names {
		if _, isKnown := references[name]; isKnown {
			continue
		}
		var before, after sql.NullString
		if err := statement.QueryRowContext(x.ctx, name.cli, name.id).Scan(&before, &after); err != nil {
			return nil, err
		}
		near := []timeline.Summary{{CLI: name.cli, ID: name.id}}
		for _, other := range []sql.NullString{before, after} {
			if other.Valid {
				near = append(near, timeline.Summary{CLI: name.cli, ID: other.String})
			}
		}
		references[name] = catalog.Shorten(near)[name.cli+":"+name.id]
	}
	return references, nil
}
