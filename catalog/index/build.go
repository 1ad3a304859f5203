package index

import (
	"context"
	"database/sql"
	"errors"

	"stead/internal/sqlitefile"
)

// build reads all sessions into a new database, which then takes the old one's place. Nobody knows of it before, so it needs no journal.
func (r *refresher) build(ctx context.Context) error {
	x := r.index
	path := x.path + ".new"
	if err := sqlitefile.Remove(path); err != nil {
		return err
	}
	err := r.fill(ctx, path)
	if err == nil {
		err = x.replace(ctx, path)
	}
	if err != nil {
		return errors.Join(err, sqlitefile.Remove(path))
	}
	return nil
}

// fill makes the new database.
func (r *refresher) fill(ctx context.Context, path string) error {
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
	if err := r.copyTables(ctx, db.DB); err != nil {
		return errors.Join(err, db.Close())
	}
	if err := r.fillAll(ctx, db.DB); err != nil {
		return errors.Join(err, db.Close())
	}
	return db.Close()
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

func (r *refresher) fillAll(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, settingsOfBuild); err != nil {
		return err
	}
	all, err := tasks(ctx, db)
	if err != nil {
		return err
	}
	r.expect(all)
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	w, err := newWriter(ctx, tx)
	if err != nil {
		return err
	}
	w.isNew = true
	err = r.readAll(ctx, all, func(t task, batches <-chan batch) error { return w.session(t, batches, r) })
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, settingsOfUse)
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
	if err := x.Close(); err != nil {
		return err
	}
	err := sqlitefile.Remove(x.path)
	if err == nil {
		err = sqlitefile.Rename(path, x.path)
	}
	return errors.Join(err, x.open(ctx))
}
