package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"stead/catalog/memory/database/schema"
	"stead/internal/sys/sqlitefile"
)

// BusyError says that another process makes the databases anew.
type BusyError struct{ Folder string }

// Error says so.
func (e *BusyError) Error() string {
	return "another process makes the databases in " + e.Folder + " anew"
}

// Hint says what to do.
func (e *BusyError) Hint() string { return "wait until it is done" }

const (
	draftFolder = ".rebuild"
	lockFile    = "rebuild.lock"
	// previous ends the name of the org.db that was replaced.
	previous = ".previous"
)

// Rebuild makes both databases anew from the unified files, and has fill, which may be nil, add what follows from them.
// They lie in a folder of their own until they are whole, and then take the place of the old ones: an interruption
// leaves those as they are. The old org.db stays beside, as org.db.previous. Rows of other tenants and embeddings,
// which the files don't have, are taken over. Errors are a [BusyError], those of [Database.Load] and those of fill.
func Rebuild(ctx context.Context, o Options, progress func(done, total int64),
	fill func(context.Context, *Database) error) (Report, error) {
	release, err := lock(o.Folder)
	if err != nil {
		return Report{}, err
	}
	defer release()
	draft := filepath.Join(o.Folder, draftFolder)
	if err := os.RemoveAll(draft); err != nil { // one that was interrupted
		return Report{}, err
	}
	defer os.RemoveAll(draft)
	report, err := build(ctx, o, draft, progress, fill)
	if err != nil {
		return report, err
	}
	return report, replace(ctx, o.Folder, draft)
}

func build(ctx context.Context, o Options, draft string, progress func(done, total int64),
	fill func(context.Context, *Database) error) (report Report, err error) {
	d, err := open(ctx, o, draft)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if report, err = d.Load(ctx, progress); err != nil {
		return report, err
	}
	for _, of := range []schema.Database{schema.Sessions(), schema.Org()} {
		if err := d.takeOver(ctx, of); err != nil {
			return report, err
		}
	}
	if fill == nil {
		return report, nil
	}
	return report, fill(ctx, d)
}

// takeOver copies what the unified files don't have from the database that is replaced. One that is damaged has nothing
// to copy.
func (d *Database) takeOver(ctx context.Context, of schema.Database) error {
	path := filepath.Join(d.options.Folder, of.File)
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	conn, err := d.holder(of.Tables[0].Name).Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "ATTACH ? AS old", path); err != nil {
		return ignoreDamage(err)
	}
	defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), "DETACH old") }()
	var version int
	if err := conn.QueryRowContext(ctx, "PRAGMA old.user_version").Scan(&version); err != nil || version != of.Version {
		return ignoreDamage(err)
	}
	for _, t := range of.Tables {
		columns := strings.Join(t.Names(), ", ")
		_, err := conn.ExecContext(ctx,
			fmt.Sprintf("INSERT OR IGNORE INTO main.%s (%s) SELECT %s FROM old.%s WHERE tenant_id <> ? OR ?", t.Name, columns,
				columns, t.Name),
			d.options.Tenant, t.Costly)
		if err != nil {
			return ignoreDamage(err)
		}
	}
	return nil
}

func ignoreDamage(err error) error {
	if sqlitefile.IsDamage(err) {
		return nil
	}
	return err
}

// replace puts the drafts in the place of the databases. sessions.db comes first: it says what org.db should know, and
// while the two don't belong together, too much may be looked at again, but nothing is missing.
func replace(ctx context.Context, folder, draft string) error {
	org, sessions := filepath.Join(folder, schema.Org().File), filepath.Join(folder, schema.Sessions().File)
	if err := keepPrevious(ctx, org); err != nil {
		return err
	}
	if err := sqlitefile.Rename(filepath.Join(draft, schema.Sessions().File), sessions); err != nil {
		return err
	}
	return sqlitefile.Rename(filepath.Join(draft, schema.Org().File), org)
}

// keepPrevious copies a database, with what other processes have written into it last, beside it.
func keepPrevious(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	db, err := sql.Open("sqlite", sqlitefile.Address(path))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return ignoreDamage(copyInto(ctx, db, path+previous))
}

// lock takes the right to make the folder's databases anew.
func lock(folder string) (release func(), err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(folder, lockFile), flock.SetPermissions(0o600))
	switch isMine, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case !isMine:
		return nil, &BusyError{Folder: folder}
	}
	return func() { _ = lock.Close() }, nil // the file stays: others may wait for it
}
