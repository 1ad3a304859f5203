package extract

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"modernc.org/sqlite"
)

// state is what is known of the two files: how long they are, what was read for them, and where each session's events are.
type state struct{ db *sql.DB }

// committed are the lengths of the files up to which they are right, and up to which messages are in the table of seen texts.
type committed struct{ messages, events, tabled int64 }

const stateSchema = `
create table if not exists length(one integer primary key check(one = 1), messages integer not null, events integer not null, tabled integer not null);
create table if not exists source(llm text, session text, path text, stamp text not null, primary key(llm, session, path)) without rowid;
create table if not exists segment(llm text, session text, offset integer, length integer not null, primary key(llm, session, offset)) without rowid;
`

// stateVersion is the version of the schema. A database of another one is made anew.
const stateVersion = 1

// openState opens the database in a file. One that is damaged, or of another version, is removed: it can be made again.
func openState(ctx context.Context, path string) (*state, error) {
	s, err := tryState(ctx, path)
	if err == nil || !isWorthless(err) {
		return s, err
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return tryState(ctx, path)
}

var errVersion = errors.New("another version")

// isWorthless reports whether the database cannot be read ever: SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR of another schema.
func isWorthless(err error) bool {
	failed := (*sqlite.Error)(nil)
	if errors.As(err, &failed) {
		code := failed.Code() & 0xFF
		return code == 1 || code == 11 || code == 26
	}
	return errors.Is(err, errVersion)
}

func tryState(ctx context.Context, path string) (*state, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // SQLite would make it readable for others
	if err != nil {
		return nil, err
	}
	file.Close()
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: "_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(normal)"}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	s := &state{db}
	var version int
	if err = db.QueryRowContext(ctx, "pragma user_version").Scan(&version); err == nil && version != 0 && version != stateVersion {
		err = errVersion
	}
	if err == nil {
		_, err = db.ExecContext(ctx, fmt.Sprintf("%spragma user_version = %d", stateSchema, stateVersion))
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// length returns the committed lengths. Known is false in a new database.
func (s *state) length(ctx context.Context) (c committed, known bool, err error) {
	err = s.db.QueryRowContext(ctx, "select messages, events, tabled from length").Scan(&c.messages, &c.events, &c.tabled)
	if errors.Is(err, sql.ErrNoRows) {
		return c, false, nil
	}
	return c, err == nil, err
}

// source is a place that was read to its end.
type source struct {
	identity
	path, stamp string
}

// stamp returns what a place looked like when it was read. It is empty for one that was not.
func (s *state) stamp(ctx context.Context, id identity, path string) (string, error) {
	var stamp string
	err := s.db.QueryRowContext(ctx, "select stamp from source where llm = ? and session = ? and path = ?", id.llm, id.id, path).Scan(&stamp)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return stamp, err
}

// segments returns where the events of a session are, in their order.
func (s *state) segments(ctx context.Context, id identity) ([]segment, error) {
	rows, err := s.db.QueryContext(ctx, "select offset, length from segment where llm = ? and session = ? order by offset", id.llm, id.id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []segment
	for rows.Next() {
		var one segment
		if err := rows.Scan(&one.offset, &one.length); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// change is what one commit adds.
type change struct {
	committed
	sources  []source
	segments map[identity][]segment
}

// forget removes all that is known, to be found out anew.
func (s *state) forget(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "delete from length; delete from source; delete from segment")
	return err
}

// commit makes a change valid, all of it or nothing.
func (s *state) commit(ctx context.Context, c change) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // which does nothing after a commit
	if _, err := tx.Exec("insert or replace into length values(1, ?, ?, ?)", c.messages, c.events, c.tabled); err != nil {
		return err
	}
	for _, one := range c.sources {
		if _, err := tx.Exec("insert or replace into source values(?, ?, ?, ?)", one.llm, one.id, one.path, one.stamp); err != nil {
			return err
		}
	}
	for id, parts := range c.segments {
		for _, one := range parts {
			if _, err := tx.Exec("insert or replace into segment values(?, ?, ?, ?)", id.llm, id.id, one.offset, one.length); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}
