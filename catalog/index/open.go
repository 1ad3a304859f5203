package index

import (
	"context"
	"database/sql"
	"fmt"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/timeline"
)

// FileName is the database's name in stead's state folder.
const FileName = "catalog.db"

// Options say what is indexed.
type Options struct {
	Readers []readers.Reader
	Host    adapter.Host
	// Delivered returns, for one refresh, a function that says which records of a session stead itself has written into
	// it: those with a line greater than after and up to upTo. Several goroutines call that function. The records' texts
	// are found, but no figure counts them, as they were counted where they came from. Nil is for none.
	Delivered func(context.Context) func(timeline.Summary) (after, upTo int)
}

// Index is an open catalog.db. It is safe for use by several goroutines. It must be closed.
type Index struct {
	o        Options
	database *database
}

// Open opens the database at a path, or makes it, with its folder. One that is damaged is put aside, its name with
// .damaged behind it, in the place of the last such, and made anew. Errors: a [NewerError], and those of the file
// system.
func Open(ctx context.Context, path string, o Options) (*Index, error) {
	x := &Index{o: o, database: &database{path: path}}
	if err := x.database.open(ctx); err != nil {
		return nil, err
	}
	return x, nil
}

// Close closes the database.
func (x *Index) Close() error { return x.database.close() }

// DB returns the database, for those who query it. It is closed when a refresh has put another in its place: ask for it
// each time.
func (x *Index) DB() *sql.DB { return x.database.get() }

func versionOf(ctx context.Context, db interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

// migrate brings a database to the newest version.
func migrate(ctx context.Context, db *sql.DB) error {
	version, err := versionOf(ctx, db)
	if err != nil || version == len(migrations) {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	if version, err = versionOf(ctx, tx); err != nil {
		return err
	}
	if version > len(migrations) {
		return &NewerError{Has: version, Known: len(migrations)}
	}
	for ; version < len(migrations); version++ {
		if _, err := tx.ExecContext(ctx, migrations[version]); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}
