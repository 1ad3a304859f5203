package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"stead/internal/sys/sqlitefile"
	"stead/readers"
)

// database is the open catalog.db, in whose place another may come: made anew after damage, or quicker than changed.
type database struct {
	path string
	// opening is held by who puts another database in the place of the open one, file is the file of that.
	opening sync.Mutex
	file    readers.File
	mu      sync.RWMutex
	db      *sql.DB
}

func (d *database) get() *sql.DB {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.db
}

func (d *database) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.db.Close()
}

func (d *database) open(ctx context.Context) error {
	db, err := sqlitefile.Open(ctx, d.path, migrate)
	if err == nil && db.Aside != "" {
		err = sqlitefile.Rename(db.Aside, d.path+damaged)
	}
	if newer := (*NewerError)(nil); errors.As(err, &newer) {
		newer.Path = d.path
		return newer
	}
	if err != nil {
		return fmt.Errorf("open the catalog %s: %w", d.path, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.db, d.file = db.DB, readers.LookAt(d.path)
	return nil
}

// damaged is behind the name of a database that was put aside.
const damaged = ".damaged"

// reopen opens the database that now lies at the path, if it is another one: somebody deleted the file, or put another
// in its place.
func (d *database) reopen(ctx context.Context) error {
	d.opening.Lock()
	defer d.opening.Unlock()
	if now := readers.LookAt(d.path); now.Inode == d.file.Inode {
		return nil
	}
	if err := d.close(); err != nil {
		return err
	}
	return d.open(ctx)
}

// renew puts the database aside, in which damage was found, and makes a new one.
func (d *database) renew(ctx context.Context) error {
	d.opening.Lock()
	defer d.opening.Unlock()
	if err := d.close(); err != nil {
		return err
	}
	return errors.Join(sqlitefile.Rename(d.path, d.path+damaged), d.open(ctx))
}

// replace puts a new database in the place of the one in use. Whoever has that open goes on with it, and opens the new
// one the next time.
func (d *database) replace(ctx context.Context, path string) error {
	d.opening.Lock()
	defer d.opening.Unlock()
	if err := d.close(); err != nil {
		return err
	}
	err := sqlitefile.Remove(d.path)
	if err == nil {
		err = sqlitefile.Rename(path, d.path)
	}
	return errors.Join(err, d.open(ctx))
}

// putAside makes a new database, and keeps the old one beside it, when an error tells that it is damaged, unless
// somebody else has done that meanwhile.
func (d *database) putAside(ctx context.Context, found error) (bool, error) {
	if !sqlitefile.IsDamage(found) {
		return false, nil
	}
	lock, err := lockFile(ctx, d.path)
	if err != nil {
		return false, err
	}
	defer lock.Close() //nolint:errcheck // its file is closed in any case
	before := d.get()
	if err := d.reopen(ctx); err != nil || d.get() != before {
		return err == nil, err
	}
	return true, d.renew(ctx)
}
