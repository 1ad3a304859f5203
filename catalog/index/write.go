package index

import (
	"context"
	"database/sql"
	"errors"
)

// writer writes what was read of sessions, in one transaction.
type writer struct {
	ctx         context.Context
	tx          *sql.Tx
	text, where *sql.Stmt
	next        int64 // the number of the session's next piece
	// isNew says that the database holds nothing of any session yet. Each deletion would have FTS5 write out what it has gathered.
	isNew bool
}

func newWriter(ctx context.Context, tx *sql.Tx) (*writer, error) {
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

// forget removes what was written of a session: it is to be read from its beginning.
func (w *writer) forget(t task) error {
	if err := clearSession(w.ctx, w.tx, t.n); err != nil {
		return err
	}
	_, err := w.tx.ExecContext(w.ctx, "UPDATE place SET offset = 0 WHERE id = ?", t.place)
	return err
}

func (w *writer) batch(t task, b batch, r *refresher) error {
	if b.begins != nil {
		if err := w.begin(t, b.begins); err != nil {
			return err
		}
	}
	for i := range b.pieces {
		if err := w.piece(t.n, &b.pieces[i]); err != nil {
			return err
		}
	}
	if b.ends == nil {
		return nil
	}
	r.note(t, b.ends)
	return w.end(t, b.ends)
}

// begin prepares a session's rows: what was appended comes behind what there is.
func (w *writer) begin(t task, begin *outcome) error {
	w.next = 0
	if !begin.isResumed && w.isNew {
		return nil
	}
	if !begin.isResumed {
		return clearSession(w.ctx, w.tx, t.n)
	}
	first, last := Rows(t.n)
	var newest sql.NullInt64
	err := w.tx.QueryRowContext(w.ctx, "SELECT max(rowid) FROM piece WHERE rowid BETWEEN ? AND ?", int64(first), int64(last)).Scan(&newest)
	if newest.Valid {
		w.next = Row(newest.Int64).seq() + 1
	}
	return err
}

func (w *writer) piece(session int64, p *placed) error {
	row := int64(rowOf(session, w.next, p.Kind))
	w.next++
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
		end.counts, end.turns = newCounts(), 0
	}
	if err := w.counts(t.n, end.counts); err != nil {
		return err
	}
	isPending := end.err != nil && !isSilent(end.err)
	if _, err := w.tx.ExecContext(w.ctx, "UPDATE session SET turns = ?, pending = ? WHERE n = ?", end.turns, isPending, t.n); err != nil {
		return err
	}
	if !t.isFile {
		return nil
	}
	_, err := w.tx.ExecContext(w.ctx, "UPDATE place SET offset = ?, line = ?, head_hash = ?, was = ?, open = ? WHERE id = ?",
		end.until.Offset, end.until.Line, end.headHash, end.was, end.open, t.place)
	return err
}

func (w *writer) counts(n int64, c counts) error {
	for key, u := range c.usage {
		_, err := w.tx.ExecContext(w.ctx, `INSERT INTO usage VALUES(?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET
			responses = responses + excluded.responses, input = input + excluded.input, output = output + excluded.output,
			cache_read = cache_read + excluded.cache_read, cache_write = cache_write + excluded.cache_write, reasoning = reasoning + excluded.reasoning,
			cost = cost + excluded.cost, unpriced = unpriced + excluded.unpriced`, n, key.day, key.model, u.responses,
			u.tokens.Input, u.tokens.Output, u.tokens.CacheRead, u.tokens.CacheWrite, u.tokens.Reasoning, u.cost, u.unpriced)
		if err != nil {
			return err
		}
	}
	for key, use := range c.tools {
		_, err := w.tx.ExecContext(w.ctx, `INSERT INTO tooluse VALUES(?,?,?,?,?) ON CONFLICT DO UPDATE SET
			calls = calls + excluded.calls, failures = failures + excluded.failures`, n, key.day, key.tool, use.calls, use.failures)
		if err != nil {
			return err
		}
	}
	for day, turns := range c.turns {
		_, err := w.tx.ExecContext(w.ctx, "INSERT INTO turnuse VALUES(?,?,?) ON CONFLICT DO UPDATE SET turns = turns + excluded.turns", n, day, turns)
		if err != nil {
			return err
		}
	}
	return nil
}
