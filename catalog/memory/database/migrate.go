package database

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"

	"stead/catalog/memory/database/schema"
)

// VersionError is a database that a newer stead made. It stays as it is.
type VersionError struct {
	// Path is the file, or the server without its password.
	Path string
	// Version is the one that was found, Known the newest one that this program knows.
	Version, Known int
}

// Error says so.
func (e *VersionError) Error() string {
	return fmt.Sprintf("open %s: its tables are of version %d, and this stead knows them up to version %d", e.Path,
		e.Version, e.Known)
}

// Hint says what to do.
func (e *VersionError) Hint() string {
	return "use the stead that made it, or a newer one; or set memory.folder to another folder"
}

// migrate brings a database to the version of the schema.
func migrate(ctx context.Context, db *sql.DB, path string, to schema.Database) error {
	version, err := versionOf(ctx, db)
	if err != nil || version == to.Version {
		return err
	}
	if version > to.Version {
		return &VersionError{Path: path, Version: version, Known: to.Version}
	}
	if version > 0 && !to.Derived {
		if err := backUp(ctx, db, path, version); err != nil {
			return err
		}
	}
	return transact(ctx, db, func(tx *sql.Tx) error {
		if version, err = versionOf(ctx, tx); err != nil || version == to.Version {
			return err // another process was faster
		}
		return upgrade(ctx, tx, version, to)
	})
}

// queryer is a database, a connection or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func versionOf(ctx context.Context, db queryer) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

// backUp writes a copy of the database beside it, once for each version.
func backUp(ctx context.Context, db *sql.DB, path string, version int) error {
	copied := fmt.Sprintf("%s.version-%d", path, version)
	if _, err := os.Stat(copied); err == nil {
		return nil
	}
	if err := copyInto(ctx, db, copied); err != nil {
		return fmt.Errorf("back up %s before its tables change: %w", path, err)
	}
	return nil
}

// copyInto writes a copy of a database, whole or not at all.
func copyInto(ctx context.Context, db *sql.DB, path string) error {
	draft := fmt.Sprintf("%s.draft-%d", path, os.Getpid())
	defer os.Remove(draft)
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", draft); err != nil {
		return err
	}
	if err := os.Chmod(draft, 0o600); err != nil {
		return err
	}
	return os.Rename(draft, path)
}

// upgrade makes the tables that are missing and adds the columns that an earlier version lacked. What follows from the
// unified files alone is made anew from them, as only they have what belongs into a new column.
func upgrade(ctx context.Context, tx *sql.Tx, version int, to schema.Database) error {
	for _, t := range to.Tables {
		statements := schema.SQLite.Create(t)
		switch {
		case version > 0 && to.Derived && !t.Costly:
			statements = append([]string{"DROP TABLE IF EXISTS " + t.Name}, statements...)
		case version > 0:
			added, err := missing(ctx, tx, t)
			if err != nil {
				return err
			}
			statements = append(statements[:1:1], append(added, statements[1:]...)...) // an index may be of a new column
		}
		for _, statement := range statements {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", to.Version))
	return err
}

// missing returns the statements that add the columns which an existing table lacks.
func missing(ctx context.Context, tx *sql.Tx, t schema.Table) ([]string, error) {
	rows, err := tx.QueryContext(ctx, "SELECT name FROM pragma_table_info(?)", t.Name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var has []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		has = append(has, name)
	}
	var added []string
	for _, c := range t.Columns {
		if len(has) > 0 && !slices.Contains(has, c.Name) {
			added = append(added, schema.SQLite.Add(t, c))
		}
	}
	return added, rows.Err()
}
