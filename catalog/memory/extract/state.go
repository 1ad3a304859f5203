package extract

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"stead/internal/sys/sqlitefile"
)

// state is what is known of the two files: how long they are, what was read for them, and where each session's events
// are.
type state struct{ db *sql.DB }

// committed are the lengths of the files up to which they are right, and up to which messages are in the table of seen
// texts.
type committed struct{ messages, events, tabled int64 }

const stateSchema = `
create table if not exists length(one integer primary key check(one = 1), messages integer not null, events integer not null, tabled integer not null);
create table if not exists source(llm text, session text, path text, stamp text not null, inode integer, size integer, offset integer, line integer, before text, checkpoint text, model text, primary key(llm, session, path)) without rowid;
create table if not exists segment(llm text, session text, offset integer, length integer not null, primary key(llm, session, offset)) without rowid;
`

// stateVersion is the version of the schema. What a database of another one holds is found out anew.
const stateVersion = 2

// openState opens the database in a file. One that is damaged is put aside: it can be made again.
func openState(ctx context.Context, path string) (*state, error) {
	opened, err := sqlitefile.Open(ctx, path, prepareState)
	if err != nil {
		return nil, err
	}
	return &state{opened.DB}, nil
}

func prepareState(ctx context.Context, db *sql.DB) error {
	var version int
	if err := db.QueryRowContext(ctx, "pragma user_version").Scan(&version); err != nil {
		return err
	}
	drop := ""
	if version != 0 && version != stateVersion {
		drop = "drop table if exists length; drop table if exists source; drop table if exists segment;"
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("%s%spragma user_version = %d", drop, stateSchema, stateVersion))
	return err
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
	mark
}

// stamp returns what a place looked like when it was read. It is empty for one that was not.
func (s *state) stamp(ctx context.Context, id identity, path string) (string, error) {
	var stamp string
	err := s.db.QueryRowContext(ctx, "select stamp from source where llm = ? and session = ? and path = ?", id.llm,
		id.id, path).Scan(&stamp)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return stamp, err
}

// mark returns up to where a place was read. It is the zero value for one that was not.
func (s *state) mark(ctx context.Context, id identity, path string) (m mark, err error) {
	err = s.db.QueryRowContext(ctx,
		"select inode, size, offset, line, before, checkpoint, model from source where llm = ? and session = ? and path = ?", id.llm, id.id, path).
		Scan(&m.inode, &m.size, &m.at.Offset, &m.at.Line, &m.before, &m.checkpoint, &m.model)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return m, err
}

// segments returns where the events of a session are, in their order.
func (s *state) segments(ctx context.Context, id identity) ([]segment, error) {
	rows, err := s.db.QueryContext(ctx,
		"select offset, length from segment where llm = ? and session = ? order by offset", id.llm, id.id)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // whose error is that of Err
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
		if _, err := tx.Exec("insert or replace into source values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", one.llm, one.id,
			one.path, one.stamp,
			one.inode, one.size, one.at.Offset, one.at.Line, one.before, one.checkpoint, one.model); err != nil {
			return err
		}
	}
	for id, parts := range c.segments {
		for _, one := range parts {
			if _, err := tx.Exec("insert or replace into segment values(?, ?, ?, ?)", id.llm, id.id, one.offset,
				one.length); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}
