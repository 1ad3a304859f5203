package sqlitefile

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
)

// OpenToRead opens a database for reading only. It does not create, change or move anything. It returns nil if the file
// does not exist or is empty.
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
