package sqlitefile

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
)

// OpenToRead opens a database that is only read: nothing is made, changed or put aside. It is nil where there is none,
// or an empty file.
func OpenToRead(path string) (*sql.DB, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.Size() == 0:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return sql.Open("sqlite", Address(path)+"&mode=ro")
}
