package embedding

import (
	"database/sql"
	"path/filepath"

	"stead/internal/sys/sqlitefile"
)

// Reader are the messages and vectors of a tenant, to be compared. It is a [Store] that nothing can be written to, and
// must be closed.
type Reader struct {
	db     *sql.DB
	tenant string
}

// Open opens the sessions.db of a memory's folder to read it. It is nil where there is none yet.
func Open(folder, tenant string) (*Reader, error) {
	db, err := sqlitefile.OpenToRead(filepath.Join(folder, "sessions.db"))
	if err != nil || db == nil {
		return nil, err
	}
	return &Reader{db, tenant}, nil
}

// Sessions implements [Store].
func (r *Reader) Sessions() *sql.DB { return r.db }

// Tenant implements [Store].
func (r *Reader) Tenant() string { return r.tenant }

// Close closes the database.
func (r *Reader) Close() error { return r.db.Close() }
