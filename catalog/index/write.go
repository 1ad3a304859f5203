package index

import (
	"context"
	"database/sql"
	"errors"
)

// writer writes what was read of sessions, in one transaction.
type writer struct {
	ctx         context.Context
	tx          *transaction
	text, where *sql.Stmt
	rows        numbering
}

func newWriter(ctx context.Context, tx *transaction) (*writer, error) {
	w := &writer{ctx: ctx, tx: tx}
	var err error
	if w.text, err = tx.PrepareContext(ctx, "INSERT INTO f(rowid, body, tool, path) VALUES(?, ?, ?, ?)"); err != nil {
		return nil, err
	}
	w.where, err = tx.PrepareContext(ctx, "INSERT INTO piece(rowid, line, offset, turn, child) VALUES(?, ?, ?, ?, ?)")
	return w, err
}

// errCut says that the reading of a session was interrupted: a part of it is written.
var errCut = errors.New("the reading was interrupted")

// session writes the batches of a session. One that could not be read has nothing afterwards. The error may be errCut.
func (w *writer) session(t task, batches <-chan batch, r *refresher) error {
	var place int64
	err := w.tx.QueryRowContext(w.ctx, "SELECT place FROM session WHERE n = ?", t.n).Scan(&place)
	isGone := err == sql.ErrNoRows || err == nil && place != t.place
	if err != nil && !isGone {
		return err
	}
	isWhole := false
	for b := range batches {
		isWhole = b.ends != nil
		if isGone {
			continue // another process has seen that it was deleted
		}
		if err := w.batch(t, b, r); err != nil {
			return err
		}
	}
	if !isWhole {
		return errCut
	}
	return w.ctx.Err()
}

func (w *writer) batch(t task, b batch, r *refresher) error {
	if b.begins != nil {
		if err := w.begin(t, b.begins); err != nil {
			return err
		}
	}
	for i := range b.pieces {
		if err := w.piece(&b.pieces[i]); err != nil {
			return err
		}
	}
	if b.ends == nil {
		return nil
	}
	b.ends.isCut = w.rows.isFull
	r.note(t, b.ends)
	return w.end(t, b.ends)
}

// begin prepares a session's rows: what was appended comes behind what there is.
func (w *writer) begin(t task, begin *outcome) error {
	w.rows = numbering{session: t.n}
	if !begin.isResumed {
		return clearSession(w.ctx, w.tx, t.n)
	}
	first, last := Rows(t.n)
	var newest sql.NullInt64
	err := w.tx.QueryRowContext(w.ctx, "SELECT max(rowid) FROM piece WHERE rowid BETWEEN ? AND ?", int64(first),
		int64(last)).Scan(&newest)
	if newest.Valid {
		w.rows.next = Row(newest.Int64).seq() + 1
	}
	return err
}

func (w *writer) piece(p *placed) error {
	row, ok := w.rows.row(p.Kind)
	if !ok {
		return nil // the end tells it
	}
	if _, err := w.text.ExecContext(w.ctx, row, p.Body, p.Tool, p.Path); err != nil {
		return err
	}
	_, err := w.where.ExecContext(w.ctx, row, p.line, p.offset, p.Turn, p.child)
	return err
}

// end writes a session's figures, and up to where it was read.
func (w *writer) end(t task, end *outcome) error {
	if end.err != nil && !end.isResumed {
		if err := clearSession(w.ctx, w.tx, t.n); err != nil {
			return err
		}
	}
	return figures{w.ctx, w.tx}.write(t, end)
}

// transaction prepares each of its statements once. SQLite takes longer to prepare most of them than to carry them out:
// that was a fifth of the time in which 10,000 small sessions are read.
type transaction struct {
	*sql.Tx
	prepared map[string]*sql.Stmt
}

func begin(ctx context.Context, db *sql.DB) (*transaction, error) {
	tx, err := db.BeginTx(ctx, nil)
	return &transaction{tx, map[string]*sql.Stmt{}}, err
}

// statement returns a statement that ends with the transaction.
func (t *transaction) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := t.prepared[query]; ok {
		return s, nil
	}
	s, err := t.PrepareContext(ctx, query)
	if err == nil {
		t.prepared[query] = s
	}
	return s, err
}

// ExecContext is as [sql.Tx.ExecContext], for a single statement.
func (t *transaction) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := t.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext is as [sql.Tx.QueryContext].
func (t *transaction) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := t.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext is as [sql.Tx.QueryRowContext].
func (t *transaction) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := t.statement(ctx, query)
	if err != nil {
		return t.Tx.QueryRowContext(ctx, query, args...) // the row has the error
	}
	return s.QueryRowContext(ctx, args...)
}
