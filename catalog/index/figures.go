package index

import (
	"context"
	"database/sql"
)

// figures writes what a session's reading came to, but for its texts.
type figures struct {
	ctx context.Context
	tx  *transaction
}

// write adds a session's figures, and notes up to where it was read. One that could not be read has none.
func (f figures) write(t task, end *outcome) error {
	if end.err != nil && !end.isResumed {
		end.counts, end.turns = newCounts(), 0
	}
	if err := f.counts(t.n, end.counts); err != nil {
		return err
	}
	isPending := end.err != nil && !isSilent(end.err)
	if err := f.copies(t.n, end); err != nil {
		return err
	}
	if _, err := f.tx.ExecContext(f.ctx, "UPDATE session SET turns = ?, pending = ?, within = ? WHERE n = ?", end.turns,
		isPending,
		sql.NullInt64{Int64: end.within, Valid: end.err == nil}, t.n); err != nil {
		return err
	}
	if !t.isFile {
		return nil
	}
	_, err := f.tx.ExecContext(f.ctx,
		"UPDATE place SET offset = ?, line = ?, head_hash = ?, was = ?, open = ? WHERE id = ?",
		end.until.Offset, end.until.Line, end.headHash, end.was, end.open, t.place)
	return err
}

// copies notes up to which turn the session repeats others.
func (f figures) copies(n int64, end *outcome) error {
	for holder, turns := range end.turnsOf {
		if _, err := f.tx.ExecContext(f.ctx, "INSERT OR REPLACE INTO copy(holder, n, turns) VALUES(?, ?, ?)", holder, n,
			turns); err != nil {
			return err
		}
	}
	return nil
}

func (f figures) counts(n int64, c counts) error {
	for key, u := range c.usage {
		_, err := f.tx.ExecContext(f.ctx, `INSERT INTO usage VALUES(?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET
			responses = responses + excluded.responses, input = input + excluded.input, output = output + excluded.output,
			cache_read = cache_read + excluded.cache_read, cache_write = cache_write + excluded.cache_write, reasoning = reasoning + excluded.reasoning,
			cost = cost + excluded.cost, unpriced = unpriced + excluded.unpriced`, n, key.day, key.model, u.responses,
			u.tokens.Input, u.tokens.Output, u.tokens.CacheRead, u.tokens.CacheWrite, u.tokens.Reasoning, u.cost, u.unpriced)
		if err != nil {
			return err
		}
	}
	for key, use := range c.tools {
		_, err := f.tx.ExecContext(f.ctx, `INSERT INTO tooluse VALUES(?,?,?,?,?) ON CONFLICT DO UPDATE SET
			calls = calls + excluded.calls, failures = failures + excluded.failures`, n, key.day, key.tool, use.calls, use.failures)
		if err != nil {
			return err
		}
	}
	for day, turns := range c.turns {
		_, err := f.tx.ExecContext(f.ctx,
			"INSERT INTO turnuse VALUES(?,?,?) ON CONFLICT DO UPDATE SET turns = turns + excluded.turns", n, day, turns)
		if err != nil {
			return err
		}
	}
	return nil
}
