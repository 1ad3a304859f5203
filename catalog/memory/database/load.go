package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"stead/catalog/memory"
)

// Report is what a load has read.
type Report struct {
	// Messages and Events are how many lines were new.
	Messages, Events int
	// Bad are lines that are no JSON or lack what a row needs. They were passed over: the files are damaged.
	Bad int
	// Anew says that a file had been replaced or cut, so that all rows were made anew.
	Anew bool
}

// batchBytes are how much of messages a transaction takes: little enough to lose little when it is interrupted, enough
// that the pages of the index, which all messages touch at random, are written once for many. A variable for tests.
var batchBytes int64 = 32 << 20

// batchEvents are how many events a transaction takes at most until the last one of its messages is named.
const batchEvents = 100_000

// errMoved says that another process has loaded meanwhile.
var errMoved = errors.New("another process loads these files too")

// Load takes what was appended to the two files since the last load. Progress is told the bytes read, of all that are
// new. A last line without its end is left for the next load. Errors are those of the context, the file system and
// SQLite; what was read before stays loaded.
func (d *Database) Load(ctx context.Context, progress func(done, total int64)) (Report, error) {
	var report Report
	for {
		err := d.loadOnce(ctx, progress, &report)
		if err != nil && ctx.Err() != nil {
			return report, errors.Join(ctx.Err(), err) // SQLite says only that it was interrupted
		}
		if !errors.Is(err, errMoved) {
			return report, err
		}
	}
}

func (d *Database) loadOnce(ctx context.Context, progress func(done, total int64), report *Report) (err error) {
	l := &loading{Database: d, ctx: ctx, report: report, progress: progress}
	defer func() { err = errors.Join(err, l.close()) }()
	if l.conn, err = d.sessions.Conn(ctx); err != nil {
		return err
	}
	if _, err = l.conn.ExecContext(ctx, "PRAGMA cache_size = -65536"); err != nil {
		return err
	}
	if err = l.open(); err != nil {
		return err
	}
	for !l.messages.isDone() || !l.events.isDone() {
		if err = l.batch(); err != nil {
			return err
		}
	}
	return nil
}

// loading is one run over what is new in both files.
type loading struct {
	*Database
	ctx      context.Context
	conn     *sql.Conn
	report   *Report
	progress func(done, total int64)

	messages *source[messageLine]
	events   *source[eventLine]
	// anew says that the rows there are do not belong to these files.
	anew bool

	// fresh are the facts of this batch's messages by their hash, stale those of the one before, until an event names
	// them.
	fresh, stale map[string]*said
	// until is the last message of the batch: the events of a batch end where they name it.
	until string
	// revision marks the sessions that this load changes.
	revision int64
	session  *session
	rows     *rows
}

// open opens both files where the database has left off.
func (l *loading) open() (err error) {
	if l.messages, err = openSource(l.ctx, l.conn, l.options, memory.MessagesFile, l.parseMessage); err != nil {
		return err
	}
	if l.events, err = openSource(l.ctx, l.conn, l.options, memory.EventsFile, parseEvent); err != nil {
		return err
	}
	if l.messages.isReplaced || l.events.isReplaced {
		l.anew, l.report.Anew = true, true
		return errors.Join(l.messages.restart(l.ctx, l.parseMessage), l.events.restart(l.ctx, parseEvent))
	}
	return nil
}

func (l *loading) close() error {
	var failed []error
	if l.messages != nil {
		l.messages.close()
	}
	if l.events != nil {
		l.events.close()
	}
	if l.conn != nil {
		failed = append(failed, l.conn.Close())
	}
	return errors.Join(failed...)
}

// batch loads some messages and the events that name them, in one transaction.
func (l *loading) batch() error {
	tx, err := l.conn.BeginTx(l.ctx, nil)
	if err != nil {
		return err
	}
	l.rows = newRows(l.ctx, tx)
	counted := *l.report
	if err := l.fill(tx); err != nil {
		*l.report = counted // nothing of it was kept
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if l.progress != nil {
		l.progress(l.messages.read()+l.events.read(), l.messages.total()+l.events.total())
	}
	return nil
}

func (l *loading) fill(tx *sql.Tx) error {
	if err := l.begin(tx); err != nil {
		return err
	}
	if l.until == "" {
		if err := l.takeMessages(); err != nil {
			return err
		}
	}
	if err := l.takeEvents(); err != nil {
		return err
	}
	if err := l.leave(); err != nil {
		return err
	}
	if l.messages.isDone() && l.events.isDone() {
		if err := l.settle(l.stale, l.fresh); err != nil {
			return err
		}
	}
	return errors.Join(l.messages.save(l.rows, l.options), l.events.save(l.rows, l.options))
}

// begin makes sure that the database still stands where this load believes it.
func (l *loading) begin(tx *sql.Tx) error {
	if l.anew {
		if err := clearTenant(l.ctx, tx, l.options.Tenant); err != nil {
			return err
		}
		l.anew = false
	} else if err := errors.Join(l.messages.expect(l.ctx, tx, l.options), l.events.expect(l.ctx, tx,
		l.options)); err != nil {
		return err
	}
	if l.revision > 0 {
		return nil
	}
	return tx.QueryRowContext(l.ctx, "SELECT coalesce(max(revision), 0) + 1 FROM sessions WHERE tenant_id = ?",
		l.options.Tenant).Scan(&l.revision)
}

// takeMessages writes the rows of some messages and notes their facts.
func (l *loading) takeMessages() error {
	if err := l.settle(l.stale); err != nil {
		return err
	}
	l.stale, l.fresh = l.fresh, map[string]*said{}
	begin := l.messages.position
	for l.messages.position-begin < batchBytes {
		m, ok, err := l.messages.next(l.ctx)
		if err != nil || !ok {
			return err
		}
		l.messages.position = l.messages.base + m.end
		if m.bad {
			l.report.Bad++
			continue
		}
		l.report.Messages++
		if err := l.rows.add("messages", m.row...); err != nil {
			return err
		}
		l.until = m.hash
		if m.said != nil {
			l.fresh[m.hash] = m.said
		}
	}
	return nil
}

// takeEvents writes the rows of the events up to the one that names the batch's last message.
func (l *loading) takeEvents() error {
	for range batchEvents {
		e, ok, err := l.events.next(l.ctx)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		l.events.position = l.events.base + e.end
		if e.bad {
			l.report.Bad++
			continue
		}
		l.report.Events++
		if err := l.event(&e); err != nil {
			return fmt.Errorf("load %s: %w", filepath.Join(l.options.Folder, memory.EventsFile), err)
		}
		if l.until != "" && e.Hash.Is(l.until) {
			break
		}
	}
	l.until = ""
	return nil
}
