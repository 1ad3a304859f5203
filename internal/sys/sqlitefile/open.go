// Package sqlitefile opens SQLite databases that stead made and can rebuild. It puts a damaged one aside and makes a
// new one.
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

	"stead/internal/sys/regular"
)

// wait is how long a statement waits for another process that writes, in milliseconds.
const wait = 30_000

// Opened is a database that is ready for use.
type Opened struct {
	*sql.DB
	// Aside is where the damaged file is that this one takes the place of; empty when there was none.
	Aside string
}

// Open opens a database, which is made when it is missing, for its owner alone. Prepare makes its tables; it runs in
// every process that opens the database. When SQLite tells that the file is damaged, or prepare finds other tables than
// it knows, it is renamed and made anew. Errors: that the path is not absolute, and those of the file system and of
// prepare.
func Open(ctx context.Context, path string, prepare func(context.Context, *sql.DB) error) (Opened, error) {
	if !filepath.IsAbs(path) { // SQLite would take its first folder for a host, after files were made
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

// Address returns the name by which SQLite opens a file: transactions take the right to write when they begin, as one
// that reads first and then writes fails at once when another process has written meanwhile.
func Address(path string) string {
	query := url.Values{"_txlock": {"immediate"}, "_pragma": {
		fmt.Sprintf("busy_timeout(%d)", wait), "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(OFF)",
		"trusted_schema(OFF)",
	}}
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
		err = asDamage(prepare(ctx, db)) // its tables are not those that stead makes
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// touch makes the file where it is missing: SQLite would have others read it, and would wait at a pipe in its place.
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

// damagedError is what SQLite says of a file that is no sound database.
type damagedError struct{ error }

func (e damagedError) Unwrap() error { return e.error }

// look reads the file's header and list of tables. A file whose header was cut is code 1 here, which elsewhere is any
// mistake.
func look(ctx context.Context, db *sql.DB) error {
	var n int
	return asDamage(db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&n))
}

// asDamage returns an error of code 1 as one that tells of damage.
func asDamage(err error) error {
	if code(err) == lib.SQLITE_ERROR {
		return damagedError{err}
	}
	return err
}

// IsDamage reports whether an error tells that the file is no sound database.
func IsDamage(err error) bool {
	var damaged damagedError
	return errors.As(err, &damaged) || slices.Contains([]int{lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT}, code(err))
}

// IsFull reports whether an error tells that there is no room for the database.
func IsFull(err error) bool { return code(err) == lib.SQLITE_FULL }

// code returns SQLite's primary result code; 0 for another error.
func code(err error) int {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return 0
	}
	return failure.Code() & 0xff
}

// parts are the files of a database.
var parts = []string{"", "-wal", "-shm"}

// again is how long to wait before looking again whether another process has put a database aside.
const again = 10 * time.Millisecond

// putAside renames a damaged database. Of two processes that find it so, the second one finds it sound.
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

// check has SQLite look at all pages.
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

// Rename gives a database that nobody writes into another name. A file under that name is replaced.
func Rename(from, to string) error {
	for _, part := range slices.Backward(parts) {
		err := os.Rename(from+part, to+part)
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

// Remove removes a database, if it is there.
func Remove(path string) error {
	for _, part := range parts {
		if err := os.Remove(path + part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
