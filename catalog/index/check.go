package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"stead/internal/sys/sqlitefile"
)

// ErrDamaged says that the database does not hold what was written into it.
var ErrDamaged = errors.New("the catalog is damaged")

// Check has SQLite look at every page of the database at a path, and at the full-text table's own: that finds damage
// that queries do not notice. It takes seconds, and changes nothing in the database. One that is not there is sound.
// Errors: ErrDamaged, and those of the file system and ctx.
func Check(ctx context.Context, path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	db, err := sql.Open("sqlite", sqlitefile.Address(path))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // it was only read
	var says string
	err = db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&says)
	if isDamage(err) {
		says, err = err.Error(), nil
	}
	if err != nil || says == "ok" {
		return err
	}
	return fmt.Errorf("%w (%s): delete %s, and it is made anew", ErrDamaged, strings.Join(strings.Fields(says), " "), path)
}

// isDamage reports whether an error tells that the database is no sound one. A plain error is one, too: all statements
// are right, so the tables are not.
func isDamage(err error) bool {
	var fault *sqlite.Error
	return sqlitefile.IsDamage(err) || errors.As(err, &fault) && fault.Code()&0xff == lib.SQLITE_ERROR
}
