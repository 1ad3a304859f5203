package recall

import (
	"database/sql"
	"path/filepath"

	"stead/internal/sys/sqlitefile"
)

// Open opens the org.db of a memory's folder to read it. It is nil where nothing was learnt yet.
func Open(folder string) (*sql.DB, error) {
	return sqlitefile.OpenToRead(filepath.Join(folder, "org.db"))
}
