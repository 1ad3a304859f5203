package index

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"stead/internal/sqlitefile"
)

// ErrDamaged says that the database does not hold what was written into it.
var ErrDamaged = errors.New("the catalog is damaged")

// Check has SQLite look at every page of the database, and the full-text table at its own: that finds damage that queries do not notice. It takes
// seconds. Errors: ErrDamaged, and that of ctx.
func (x *Index) Check(ctx context.Context) error {
	rows, err := x.DB().QueryContext(ctx, "PRAGMA quick_check(1)")
	if err == nil {
		defer func() { _ = rows.Close() }() // it was only read
		for rows.Next() {
			var says string
			if err := rows.Scan(&says); err == nil && says != "ok" {
				return fmt.Errorf("%w: %s: %s", ErrDamaged, x.path, says)
			}
		}
		err = rows.Err()
	}
	if isDamage(err) {
		return fmt.Errorf("%w: %s: %w", ErrDamaged, x.path, err)
	}
	return err
}

// isDamage reports whether an error tells that the database is no sound one. A plain error is one, too: all statements are right, so the tables are not.
func isDamage(err error) bool {
	var fault *sqlite.Error
	return sqlitefile.IsDamage(err) || errors.As(err, &fault) && fault.Code()&0xff == lib.SQLITE_ERROR
}
