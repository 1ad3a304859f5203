package database

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"stead/catalog/memory/database/schema"
	"stead/internal/sys/sqlitefile"
)

// Options say where the memory is, and whose rows are read and written.
type Options struct {
	// Folder holds the two unified files and the two databases.
	Folder string
	// Tenant, Team and Project are written into each row. Rows of another tenant are never read.
	Tenant, Team, Project string
}

// Database are both databases, open for one tenant. It is safe for use by several goroutines.
type Database struct {
	options       Options
	sessions, org *sql.DB
	// looked has, for each session whose conversation was asked for, its last event of that moment.
	looked sync.Map
	// aside are the damaged databases that these two take the place of.
	aside []string
}

// Open opens both databases, which are made when they are missing. A damaged one is renamed and made anew: see
// [Database.Aside]. Errors are a [VersionError], and those of the file system and of SQLite.
func Open(ctx context.Context, options Options) (*Database, error) {
	return open(ctx, options, options.Folder)
}

// open opens the databases of a folder that need not be the one of the unified files.
func open(ctx context.Context, options Options, folder string) (*Database, error) {
	d := &Database{options: options}
	_, missing := os.Stat(filepath.Join(folder, schema.Org().File))
	isThere := missing == nil
	for _, file := range []struct {
		of schema.Database
		to **sql.DB
	}{{schema.Sessions(), &d.sessions}, {schema.Org(), &d.org}} {
		opened, err := openFile(ctx, filepath.Join(folder, file.of.File), file.of)
		if err != nil {
			return nil, errors.Join(err, d.Close())
		}
		*file.to = opened.DB
		if opened.Aside != "" {
			d.aside = append(d.aside, opened.Aside)
			isThere = isThere && file.of.File != schema.Org().File
		}
	}
	if isThere {
		return d, nil
	}
	if err := d.lookAgain(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// lookAgain has all sessions looked at again: an org.db that is new holds nothing of what was learnt from them.
func (d *Database) lookAgain(ctx context.Context) error {
	_, err := d.sessions.ExecContext(ctx, "UPDATE sessions SET known_seq = 0")
	return err
}

func openFile(ctx context.Context, path string, of schema.Database) (sqlitefile.Opened, error) {
	return sqlitefile.Open(ctx, path, func(ctx context.Context, db *sql.DB) error { return migrate(ctx, db, path, of) })
}

// Aside returns the paths of damaged databases that were renamed when this one was opened.
func (d *Database) Aside() []string { return d.aside }

// Sessions returns sessions.db, Org org.db, for queries. Each must name the tenant.
func (d *Database) Sessions() *sql.DB { return d.sessions }

// Org returns org.db.
func (d *Database) Org() *sql.DB { return d.org }

// Tenant returns whose rows these are.
func (d *Database) Tenant() string { return d.options.Tenant }

// Close closes both databases.
func (d *Database) Close() error {
	var failed []error
	for _, db := range []*sql.DB{d.sessions, d.org} {
		if db != nil {
			failed = append(failed, db.Close())
		}
	}
	return errors.Join(failed...)
}

// transact runs do in a transaction.
func transact(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	return tx.Commit()
}

// ignoreDone drops what a transaction says that the end of its context has ended already.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}
