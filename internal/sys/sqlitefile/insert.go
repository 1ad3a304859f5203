package sqlitefile

import (
	"context"
	"database/sql"
	"strings"
)

// rowsAtOnce is the maximum number of rows that one statement inserts. A small statement spends most of its time in
// database/sql.
const rowsAtOnce = 64

// Inserter inserts many rows into a table. The caller must flush it.
type Inserter struct {
	ctx       context.Context
	one, many *sql.Stmt
	columns   int
	waiting   []any
}

// NewInserter returns an inserter into a table. The table is given with its columns, as in the statement: t(a, b).
// NewInserter returns the errors of the database.
func NewInserter(ctx context.Context, tx *sql.Tx, into string) (*Inserter, error) {
	i := &Inserter{ctx: ctx, columns: 1 + strings.Count(into, ",")}
	row := "(?" + strings.Repeat(", ?", i.columns-1) + ")"
	var err error
	if i.one, err = tx.PrepareContext(ctx, "INSERT INTO "+into+" VALUES"+row); err != nil {
		return nil, err
	}
	i.many, err = tx.PrepareContext(ctx, "INSERT INTO "+into+" VALUES"+row+strings.Repeat(", "+row, rowsAtOnce-1))
	return i, err
}

// Add inserts a row, either immediately or together with later rows. The data that its values refer to must not change
// until Flush. Add returns the errors of the database.
func (i *Inserter) Add(values ...any) error {
	if i.waiting = append(i.waiting, values...); len(i.waiting) < rowsAtOnce*i.columns {
		return nil
	}
	_, err := i.many.ExecContext(i.ctx, i.waiting...)
	i.waiting = i.waiting[:0]
	return err
}

// Flush inserts the rows that are still waiting.
func (i *Inserter) Flush() error {
	for left := i.waiting; len(left) > 0; left = left[i.columns:] {
		if _, err := i.one.ExecContext(i.ctx, left[:i.columns]...); err != nil {
			return err
		}
	}
	i.waiting = i.waiting[:0]
	return nil
}
