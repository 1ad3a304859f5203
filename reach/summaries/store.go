package summaries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"stead/internal/sys/sqlitefile"
)

// Summary is what a list shows of a session.
type Summary struct {
	// Machine, CLI and Session say which it is.
	Machine, CLI, Session string
	// Updated is when something was last said, in nanoseconds since 1970.
	Updated               int64
	Title, Project, Model string
	Turns                 int
	// Row is all that a list shows of it, as JSON. Empty where that is not known.
	Row string

	// name is that of the session at the hub, version which of its summaries it is: a greater one takes the place of a
	// lesser one.
	name    string
	version int64
}

// Bounds of what is kept. Machines of others send it.
const (
	// MostAtOnce is how many summaries one Put takes.
	MostAtOnce = 10_000
	// MostOfMachine is how many one machine may have.
	MostOfMachine = 1_000_000
	// longestName bounds the texts that say which session it is, longestText the others, in bytes.
	longestName = 512
	longestText = 4 << 10
)

// ErrTooMany says that a bound of this package is passed.
var ErrTooMany = errors.New("too many or too large summaries")

// Store are the summaries of sessions, and the runs. Its methods may be called from several goroutines.
type Store struct{ db sqlitefile.Opened }

// Open opens the summaries in a file, whose path is absolute; a missing file is made, and a damaged one put aside.
// Errors: those of the file.
func Open(ctx context.Context, path string) (*Store, error) {
	db, err := sqlitefile.Open(ctx, path, prepare)
	if err != nil {
		return nil, fmt.Errorf("open what other machines have told, %s: %w", path, err)
	}
	return &Store{db}, nil
}

// Remove removes the file. The error is that of the file system; one that is missing is none.
func Remove(path string) error {
	if err := sqlitefile.Remove(path); err != nil {
		return fmt.Errorf("remove what other machines have told: %w", err)
	}
	return nil
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

const (
	put = `INSERT INTO summaries(machine, cli, session, updated, title, project, model, turns, row, name, version, read) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET updated = excluded.updated, title = excluded.title, project = excluded.project, model = excluded.model, turns = excluded.turns,
		row = excluded.row, name = excluded.name, version = excluded.version WHERE excluded.version >= version`
	// confirm has one that is there count as read, also where an older one was read.
	confirm = "UPDATE summaries SET read = max(read, ?) WHERE machine = ? AND cli = ? AND session = ?"
)

// Put keeps summaries, all or none. One takes the place of an older one of the same session. Errors: ErrTooMany; those
// of the database.
func (s *Store) Put(ctx context.Context, batch []Summary) error {
	if len(batch) > MostAtOnce {
		return fmt.Errorf("keep %d summaries: %w: at most %d at once", len(batch), ErrTooMany, MostAtOnce)
	}
	return s.inTransaction(ctx, func(tx *sql.Tx) error { return insert(ctx, tx, batch, 0) })
}

func (s *Store) inTransaction(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("keep summaries: %w", err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to take back
	if err := do(tx); err != nil {
		return fmt.Errorf("keep summaries: %w", err)
	}
	return tx.Commit()
}

// insert keeps what was read from the hub at a time, in nanoseconds.
func insert(ctx context.Context, tx *sql.Tx, batch []Summary, read int64) error {
	statement, err := tx.PrepareContext(ctx, put)
	if err != nil {
		return err
	}
	defer statement.Close() //nolint:errcheck // its transaction ends
	machines := map[string]bool{}
	for _, b := range batch {
		if err := b.check(); err != nil {
			return err
		}
		machines[b.Machine] = true
		values := []any{b.Machine, b.CLI, b.Session, b.Updated, b.Title, b.Project, b.Model, b.Turns, b.Row, b.name,
			b.version, read}
		if _, err := statement.ExecContext(ctx, values...); err != nil {
			return err
		}
		if read == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, confirm, read, b.Machine, b.CLI, b.Session); err != nil {
			return err
		}
	}
	for m := range machines {
		if err := bounded(ctx, tx, m); err != nil {
			return err
		}
	}
	return nil
}

func (s Summary) check() error {
	if max(len(s.Machine), len(s.CLI), len(s.Session)) > longestName ||
		max(len(s.Title), len(s.Project), len(s.Model)) > longestText {
		return fmt.Errorf("%w: a name has at most %d bytes, a text %d", ErrTooMany, longestName, longestText)
	}
	return nil
}

// bounded finds a machine that has too many. It looks at an index, up to the bound.
func bounded(ctx context.Context, tx *sql.Tx, machine string) error {
	var one int
	err := tx.QueryRowContext(ctx, "SELECT 1 FROM summaries WHERE machine = ? LIMIT 1 OFFSET ?", machine,
		MostOfMachine).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("%w: %s has more than %d", ErrTooMany, machine, MostOfMachine)
	}
	return err
}

// Forget removes all that is known of a machine. Errors: those of the database.
func (s *Store) Forget(ctx context.Context, machine string) error {
	for _, table := range append([]string{"machines"}, tables...) {
		if _, err := s.db.ExecContext(ctx, "DELETE FROM "+table+" WHERE machine = ?", machine); err != nil {
			return fmt.Errorf("forget what %s has told: %w", machine, err)
		}
	}
	return nil
}
