package learnt

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"stead/internal/sqlitefile"
)

// Open opens the org.db of a memory's folder to read it: nothing is made, changed or put aside. It is nil where nothing was learnt yet.
func Open(folder string) (*sql.DB, error) {
	path := filepath.Join(folder, "org.db")
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.Size() == 0:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return sql.Open("sqlite", sqlitefile.Address(path)+"&mode=ro")
}
