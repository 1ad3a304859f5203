package summaries

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"stead/reach/member"
)

// progress is how far the summaries of a machine were read.
type progress struct {
	// stream is when the hub's stream was made, sequence the last message that was read, began and ended when all of it
	// was read anew, all times in nanoseconds. Wiped says that it is another stream since.
	stream       int64
	sequence     uint64
	began, ended int64
	wiped        bool
}

// portion is what was read of a machine at once.
type portion struct {
	rows []Summary
	runs []knownRun
	// gone are the messages of sessions and runs that are there no more.
	gone []message
	upTo progress
}

// Keep forgets all machines but some, and all of them where they were known to another membership than this machine's:
// its key is reader. Errors: those of the database.
func (s *Store) Keep(ctx context.Context, reader string, machines []member.Peer) error {
	key := make(map[string]string, len(machines))
	for _, m := range machines {
		key[m.Name] = m.Key
	}
	rows, err := s.db.QueryContext(ctx, "SELECT machine, key, reader FROM machines")
	if err != nil {
		return fmt.Errorf("look which machines are known: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err says what went wrong
	var others []string
	for rows.Next() {
		var machine, itsKey, its string
		if err := rows.Scan(&machine, &itsKey, &its); err != nil {
			return fmt.Errorf("look which machines are known: %w", err)
		}
		if key[machine] != itsKey || its != reader {
			others = append(others, machine)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("look which machines are known: %w", err)
	}
	for _, machine := range others {
		if err := s.Forget(ctx, machine); err != nil {
			return err
		}
	}
	for _, m := range machines {
		const insert = "INSERT INTO machines VALUES(?, ?, ?, 0, 0, 0, 0, FALSE, 0) ON CONFLICT DO NOTHING"
		if _, err := s.db.ExecContext(ctx, insert, m.Name, m.Key, reader); err != nil {
			return fmt.Errorf("remember %s: %w", m.Name, err)
		}
	}
	return nil
}

// Saw notes when machines were there. What is older than what is known is left. Errors: those of the database.
func (s *Store) Saw(ctx context.Context, at map[string]time.Time) error {
	for machine, when := range at {
		if when.IsZero() {
			continue
		}
		if _, err := s.db.ExecContext(ctx, "UPDATE machines SET seen = max(seen, ?) WHERE machine = ?", when.UnixNano(),
			machine); err != nil {
			return fmt.Errorf("note when %s was there: %w", machine, err)
		}
	}
	return nil
}

// Seen returns the machines that are known to the membership whose key is reader, and when each was last there: the
// zero time where nobody knows. Errors: those of the database.
func (s *Store) Seen(ctx context.Context, reader string) (map[string]time.Time, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT machine, seen FROM machines WHERE reader = ?", reader)
	if err != nil {
		return nil, fmt.Errorf("look which machines are known: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err says what went wrong
	seen := map[string]time.Time{}
	for rows.Next() {
		var machine string
		var at int64
		if err := rows.Scan(&machine, &at); err != nil {
			return nil, fmt.Errorf("look which machines are known: %w", err)
		}
		if seen[machine] = (time.Time{}); at != 0 {
			seen[machine] = time.Unix(0, at)
		}
	}
	return seen, rows.Err()
}

// progressOf is how far a machine that is known was read.
func (s *Store) progressOf(ctx context.Context, machine string) (p progress, err error) {
	row := s.db.QueryRowContext(ctx, "SELECT stream, sequence, began, ended, wiped FROM machines WHERE machine = ?",
		machine)
	if err = row.Scan(&p.stream, &p.sequence, &p.began, &p.ended, &p.wiped); err != nil {
		return progress{}, fmt.Errorf("look how far %s was read: %w", machine, err)
	}
	return p, nil
}

// take keeps what was read of a machine, all or none. Another process that has read the same at the same time does no
// harm.
func (s *Store) take(ctx context.Context, machine string, p portion, now int64) error {
	return s.inTransaction(ctx, func(tx *sql.Tx) error {
		for _, m := range p.gone {
			for _, table := range tables {
				if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE machine = ? AND name = ? AND version <= ?", machine,
					m.name, m.version); err != nil {
					return err
				}
			}
		}
		if err := insertRuns(ctx, tx, machine, p.runs, now); err != nil {
			return err
		}
		if err := insert(ctx, tx, p.rows, now); err != nil {
			return err
		}
		const update = "UPDATE machines SET stream = ?, sequence = ?, began = ?, ended = ?, wiped = ? WHERE machine = ?"
		_, err := tx.ExecContext(ctx, update, p.upTo.stream, p.upTo.sequence, p.upTo.began, p.upTo.ended, p.upTo.wiped,
			machine)
		return err
	})
}

// sweep forgets the sessions and runs of a machine that the hub did not have when all was read anew, unless it had
// none: then the machine has not told it again yet.
func (s *Store) sweep(ctx context.Context, machine string, began int64) error {
	for _, table := range tables {
		statement := "DELETE FROM " + table + ` WHERE machine = ? AND read < ? AND
			(EXISTS(SELECT 1 FROM summaries WHERE machine = ? AND read >= ?) OR EXISTS(SELECT 1 FROM runs WHERE machine = ? AND read >= ?))`
		if _, err := s.db.ExecContext(ctx, statement, machine, began, machine, began, machine, began); err != nil {
			return fmt.Errorf("forget what the hub has no more of %s: %w", machine, err)
		}
	}
	return nil
}
