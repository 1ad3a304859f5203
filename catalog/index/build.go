package index

import (
	"context"
	"database/sql"
	"errors"
	"runtime/debug"

	"stead/internal/sqlitefile"
)

// garbage is how much memory may lie about during a build beside what is in use, in percent. It takes a fourteenth less of the processors' time than with
// 100, and nearly all of what is read is soon done with.
const garbage = 200

// build reads the sessions into a new database, which then takes the old one's place. Nobody knows of it before, so it needs no journal. When ctx ends
// it takes that place as it is, with what was read until then.
func (r *refresher) build(ctx context.Context) error {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	x := r.index
	path := x.path + ".new"
	if err := sqlitefile.Remove(path); err != nil {
		return err
	}
	err := r.fill(ctx, path)
	if err == nil {
		err = x.replace(context.WithoutCancel(ctx), path)
	}
	if err != nil {
		return errors.Join(err, sqlitefile.Remove(path))
	}
	return ctx.Err()
}

// fill makes the new database.
func (r *refresher) fill(ctx context.Context, path string) error {
	isNew, err := r.begin(ctx, path)
	if err != nil {
		return err
	}
	db, err := sqlitefile.Open(ctx, path, func(ctx context.Context, db *sql.DB) error {
		db.SetMaxOpenConns(1)
		if err := migrate(ctx, db); err != nil {
			return err
		}
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384")
		return err
	})
	if err != nil {
		return err
	}
	if isNew {
		err = r.copyTables(ctx, db.DB)
	}
	if err == nil {
		err = r.fillAll(ctx, db.DB, isNew)
	}
	return errors.Join(err, db.Close())
}

// begin makes the new database a copy of the old one, if more was read of that than has changed since: an interrupted build goes on so. Else nothing of
// the old one's texts is of use.
func (r *refresher) begin(ctx context.Context, path string) (isNew bool, err error) {
	var read, changed int64
	query := `SELECT ifnull(sum(bytes) FILTER (WHERE NOT pending), 0), ifnull(sum(bytes) FILTER (WHERE pending AND EXISTS(
		SELECT 1 FROM piece WHERE ` + SessionRows("rowid", "n") + `)), 0) FROM session`
	if err := r.index.DB().QueryRowContext(ctx, query).Scan(&read, &changed); err != nil || read <= changed {
		return true, err
	}
	_, err = r.index.DB().ExecContext(ctx, "VACUUM INTO ?", path)
	return false, err
}

// copyTables copies the places and sessions, as if nothing had been read of them.
func (r *refresher) copyTables(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "ATTACH ? AS old", r.index.path); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO meta SELECT * FROM old.meta; INSERT INTO place SELECT * FROM old.place; UPDATE place SET offset = 0;
		INSERT INTO session SELECT * FROM old.session; UPDATE session SET pending = 1; DETACH old`)
	return err
}

// What FTS5 is told before and after much is written at once. It gathers more words before it writes them out, and does not merge what it has written:
// a third of its time. It goes on with that bit by bit as sessions are added, never with all of it at once (crisismerge).
const (
	settingsOfBuild = "INSERT INTO f(f, rank) VALUES('hashsize', 16777216), ('automerge', 0), ('crisismerge', 1000)"
	settingsOfUse   = "INSERT INTO f(f, rank) VALUES('hashsize', 1048576), ('automerge', 4)"
)

// fillAll reads what is pending. When ctx ends it keeps what was read by then, which is no error.
func (r *refresher) fillAll(ctx context.Context, db *sql.DB, isNew bool) error {
	if _, err := db.ExecContext(ctx, settingsOfBuild); err != nil {
		return err
	}
	all, err := tasks(ctx, db)
	if err != nil {
		return err
	}
	r.expect(all)
	lasting := context.WithoutCancel(ctx)
	tx, err := db.BeginTx(lasting, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	w, err := newWriter(lasting, tx)
	if err != nil {
		return err
	}
	w.isNew = isNew
	if err := r.writeAll(ctx, w, all); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.ExecContext(lasting, settingsOfUse)
	return err
}

// writeAll has the writer write all sessions, until ctx ends: of the session in which that was, nothing is left.
func (r *refresher) writeAll(ctx context.Context, w *writer, all []task) error {
	var last task
	var failure error // of the writer: the group may have another one before it, when ctx ends
	err := r.readAll(ctx, all, func(t task, batches <-chan batch) error {
		last, failure = t, w.session(t, batches, r)
		return failure
	})
	switch {
	case errors.Is(failure, errCut):
		return w.forget(last)
	case failure == nil && ctx.Err() != nil:
		return nil
	}
	return err
}

// expect counts what is to be read.
func (r *refresher) expect(all []task) {
	r.total, r.report.Pending = 0, len(all)
	for _, t := range all {
		r.total += t.summary.Bytes
	}
	r.report.PendingBytes = r.total
}

// replace puts a new database in the place of the one in use. Whoever has that open goes on with it, and opens the new one the next time.
func (x *Index) replace(ctx context.Context, path string) error {
	x.opening.Lock()
	defer x.opening.Unlock()
	if err := x.Close(); err != nil {
		return err
	}
	err := sqlitefile.Remove(x.path)
	if err == nil {
		err = sqlitefile.Rename(path, x.path)
	}
	return errors.Join(err, x.open(ctx))
}
