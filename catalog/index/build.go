package index

import (
	"context"
	"database/sql"
	"errors"

	"stead/internal/sys/sqlitefile"
)

// build reads the sessions into a new database, which then takes the old one's place. Nobody knows of it before, so it
// needs no journal. When ctx ends it takes that place as it is, with what was read until then.
func (r *refresher) build(ctx context.Context) error {
	x := r.index
	path := x.database.path + ".new"
	if err := sqlitefile.Remove(path); err != nil {
		return err
	}
	err := r.fill(ctx, path)
	if err == nil {
		err = x.database.replace(context.WithoutCancel(ctx), path)
	}
	if err != nil {
		return errors.Join(err, sqlitefile.Remove(path))
	}
	return ctx.Err()
}

// fill makes the new database. Each step opens it anew: SQLite remembers of a full-text table what another step
// changes.
func (r *refresher) fill(ctx context.Context, path string) error {
	isNew, err := r.begin(ctx, path)
	if err != nil {
		return err
	}
	lasting := context.WithoutCancel(ctx)
	if isNew {
		if err := inNew(lasting, path, func(db *sql.DB) error { return r.copyTables(lasting, db) }); err != nil {
			return err
		}
	}
	load := loading{refresher: r}
	for _, step := range []func(*transaction) error{
		func(tx *transaction) error { return load.prepare(lasting, tx) },
		func(tx *transaction) error { return load.run(ctx, tx) },
		func(tx *transaction) error { return clearAll(lasting, tx, load.failed) },
	} {
		if err := inNew(lasting, path, func(db *sql.DB) error { return inTransaction(lasting, db, step) }); err != nil {
			return err
		}
	}
	return nil
}

// inNew opens the new database to do something. It needs no journal.
func inNew(ctx context.Context, path string, do func(*sql.DB) error) error {
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
	return errors.Join(do(db.DB), db.Close())
}

func inTransaction(ctx context.Context, db *sql.DB, do func(*transaction) error) error {
	tx, err := begin(ctx, db)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func clearAll(ctx context.Context, tx *transaction, all []task) error {
	for _, t := range all {
		if err := clearSession(ctx, tx, t.n); err != nil {
			return err
		}
	}
	return nil
}

// begin makes the new database a copy of the old one, if more was read of that than has changed since: an interrupted
// build goes on so. Else nothing of the old one's texts is of use.
func (r *refresher) begin(ctx context.Context, path string) (isNew bool, err error) {
	var read, changed int64
	query := `SELECT ifnull(sum(bytes) FILTER (WHERE NOT pending), 0), ifnull(sum(bytes) FILTER (WHERE pending AND EXISTS(
		SELECT 1 FROM piece WHERE ` + sessionRows("rowid", "n") + `)), 0) FROM session`
	if err := r.index.DB().QueryRowContext(ctx, query).Scan(&read, &changed); err != nil || read <= changed {
		return true, err
	}
	_, err = r.index.DB().ExecContext(ctx, "VACUUM INTO ?", path)
	return false, err
}

// copyTables copies the places and sessions, as if nothing had been read of them.
func (r *refresher) copyTables(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "ATTACH ? AS old", r.index.database.path); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO meta SELECT * FROM old.meta; INSERT INTO place SELECT * FROM old.place; UPDATE place SET offset = 0;
		INSERT INTO session SELECT * FROM old.session; UPDATE session SET pending = 1; DETACH old`)
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
