// Package sqlitefile opens SQLite databases that stead created and can rebuild. It moves a damaged database aside and
// creates a new one.
package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
)

// wait is the maximum time, in milliseconds, that a statement waits for another process that writes.
const wait = 30_000

// Opened is a database that is ready for use.
type Opened struct {
	*sql.DB
	// Aside is the new path of the damaged file that this one replaces. It is empty if there was none.
	Aside string
}

// Open opens a database. If the database does not exist, Open creates it, with access for its owner only. Prepare
// creates its tables. It runs in every process that opens the database. If SQLite reports that the file is damaged, or
// prepare finds tables that it does not know, Open renames the file and creates a new one. Errors: that the path is not
// absolute, and those of the file system and of prepare.
func Open(ctx context.Context, path string, prepare func(context.Context, *sql.DB) error) (Opened, error) {
	if !filepath.IsAbs(path) { // otherwise, SQLite would take its first folder for a host, after it has created files
		return Opened{}, fmt.Errorf("open the database %s: the path is not absolute", path)
	}
	db, err := open(ctx, path, prepare)
	if !IsDamage(err) {
		return Opened{DB: db}, err
	}
	aside, err := putAside(ctx, path, prepare)
	if err != nil {
		return Opened{}, err
	}
	db, err = open(ctx, path, prepare)
	return Opened{DB: db, Aside: aside}, err
}

// Address returns the name by which SQLite opens a file. Its transactions take the write lock when they begin: a
// transaction that reads first and then writes fails immediately if another process has written in the meantime.
func Address(path string) string {
	query := url.Values{"_txlock": {"immediate"}, "_pragma": {
		fmt.Sprintf("busy_timeout(%d)", wait), "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(OFF)",
		"trusted_schema(OFF)",
	}}
	if filepath.VolumeName(path) != "" { // C:/folder would be a host
		path = "/" + filepath.ToSlash(path)
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}).String()
}

func open(ctx context.Context, path string, prepare func(context.Context, *sql.DB) error) (*sql.DB, error) {
	if err := touch(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", Address(path))
	if err != nil {
		return nil, err
	}
	if err = look(ctx, db); err == nil {
		err = asDamage(prepare(ctx, db)) // its tables are not those that stead creates
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// touch creates the file if it does not exist: SQLite would let others read it, and would block on a pipe in its place.
func touch(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		file, err = regular.Open(path)
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// damagedError is SQLite's error for a file that is not an intact database.
type damagedError struct{ error }

func (e damagedError) Unwrap() error { return e.error }

// look reads the file's header and list of tables. For a file with a truncated header, the code is 1 here, which can be
// any error elsewhere.
func look(ctx context.Context, db *sql.DB) error {
	var n int
	return asDamage(db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&n))
}

// asDamage turns an error with code 1 into one that reports damage.
func asDamage(err error) error {
	if code(err) == lib.SQLITE_ERROR {
		return damagedError{err}
	}
	return err
}

// IsDamage reports whether an error says that the file is not an intact database.
func IsDamage(err error) bool {
	var damaged damagedError
	return errors.As(err, &damaged) || slices.Contains([]int{lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT}, code(err))
}

// IsFull reports whether an error says that there is no space for the database.
func IsFull(err error) bool { return code(err) == lib.SQLITE_FULL }

// code returns SQLite's primary result code, or 0 for any other error.
func code(err error) int {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return 0
	}
	return failure.Code() & 0xff
}

// parts holds the suffixes of the files of a database.
var parts = []string{"", "-wal", "-shm"}

// again is the time between two checks whether another process has moved a database aside.
const again = 10 * time.Millisecond

// putAside renames a damaged database. If two processes find the damage, the second one finds an intact database here.
func putAside(ctx context.Context, path string, prepare func(context.Context, *sql.DB) error) (string, error) {
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, again); err != nil {
		return "", err
	}
	defer lock.Close() //nolint:errcheck // its file is closed in any case
	db, err := open(ctx, path, prepare)
	if err == nil {
		err = check(ctx, db)
		_ = db.Close() // it was only read
	}
	if !IsDamage(err) {
		return "", err
	}
	aside := fmt.Sprintf("%s.damaged-%s", path, time.Now().UTC().Format("20060102T150405.000"))
	return aside, Rename(path, aside)
}

// check makes SQLite check all pages.
func check(ctx context.Context, db *sql.DB) error {
	var answer string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&answer); err != nil {
		return err
	}
	if !strings.EqualFold(answer, "ok") {
		return damagedError{errors.New(answer)}
	}
	return nil
}

// Rename renames a database to which nobody writes. It replaces a file with the new name.
func Rename(from, to string) error {
	for _, part := range slices.Backward(parts) {
		err := atomicfile.WhenUnused(func() error { return os.Rename(from+part, to+part) })
		if errors.Is(err, fs.ErrNotExist) && part != "" {
			err = os.Remove(to + part)
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Remove removes a database if it exists.
func Remove(path string) error {
	for _, part := range parts {
		err := atomicfile.WhenUnused(func() error { return os.Remove(path + part) })
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
