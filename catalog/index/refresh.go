package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"stead/adapters/adapter"
	"stead/catalog/prices"
	"stead/timeline"
)

// Refresh brings the index up to date with all stores: the sessions (see [Index.Look]) and their texts. It waits while
// another process does the same. Progress, which may be nil, is told how many bytes of the files that are to be read
// were read. A session that cannot be read is a warning. Errors are those of the database and the file system, and that
// of ctx: the sessions that were read until then stay, and the next refresh goes on.
func (x *Index) Refresh(ctx context.Context, progress func(done, total int64)) (Report, error) {
	return x.RefreshAfter(ctx, func() {}, progress)
}

// RefreshAfter is as Refresh. It calls held once no other refresh is at work: what the index says from then on changes
// only by what is in the report.
func (x *Index) RefreshAfter(ctx context.Context, held func(), progress func(done, total int64)) (Report, error) {
	lock, err := lockFile(ctx, x.database.path)
	if err != nil {
		return Report{}, err
	}
	defer lock.Close() //nolint:errcheck // its file is closed in any case
	if err := x.database.reopen(ctx); err != nil {
		return Report{}, err
	}
	held()
	report, err := x.refresh(ctx, progress)
	if isDamage(err) {
		if err = x.database.renew(ctx); err == nil {
			report, err = x.refresh(ctx, progress)
		}
	}
	return report, err
}

func (x *Index) refresh(ctx context.Context, progress func(done, total int64)) (Report, error) {
	if err := x.reprice(ctx); err != nil {
		return Report{}, fmt.Errorf("update the catalog %s: %w", x.database.path, err)
	}
	report, err := x.Look(ctx)
	if err != nil || report.Pending == 0 {
		return report, err
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	r := refresher{index: x, report: &report, progress: progress, total: report.PendingBytes}
	if x.o.Delivered != nil {
		r.delivered = x.o.Delivered(ctx)
	}
	err = r.prepare(ctx)
	isMost := false
	if err == nil {
		isMost, err = x.isMostPending(ctx, report.PendingBytes)
	}
	if err == nil && isMost {
		err = r.build(ctx)
	} else if err == nil {
		err = r.update(ctx)
	}
	if err != nil {
		return report, fmt.Errorf("update the catalog %s: %w", x.database.path, err)
	}
	return report, nil
}

// prepare finds out which sessions may have something in common, and has those read anew of which others have changed.
func (r *refresher) prepare(ctx context.Context) error {
	isMore, err := r.renewRewritten(ctx)
	if err == nil && isMore {
		err = r.index.pending(ctx, r.report)
		r.total = r.report.PendingBytes
	}
	if err != nil {
		return err
	}
	return r.families.load(ctx, r.index.DB())
}

// reprice has all sessions read anew when the prices are others than those by which they were counted.
func (x *Index) reprice(ctx context.Context) error {
	if err := x.database.reopen(ctx); err != nil {
		return err
	}
	var version string
	err := x.DB().QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'prices'").Scan(&version)
	if err == nil && version == prices.Version() {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	tx, err := x.DB().BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	if _, err := tx.ExecContext(ctx,
		`INSERT OR REPLACE INTO meta VALUES('prices', ?); UPDATE session SET pending = 1; UPDATE place SET offset = 0`,
		prices.Version()); err != nil {
		return err
	}
	return tx.Commit()
}

// rebuilt is how much must be read, in bytes, for a new database to be worth it.
const rebuilt = 16 << 20

// isMostPending reports whether so much is to be read that it is done quicker in a new database.
// Of a file that grew that is what was appended.
func (x *Index) isMostPending(ctx context.Context, pending int64) (bool, error) {
	if pending <= rebuilt {
		return false, nil
	}
	var all, unread int64
	err := x.DB().QueryRowContext(ctx, `SELECT ifnull(sum(bytes), 0), ifnull(sum(iif(pending, bytes - iif(session.path = place.path, offset, 0), 0)), 0)
		FROM session JOIN place ON place.id = session.place`).Scan(&all, &unread)
	return unread > rebuilt && unread > all/2, err
}

// refresher reads sessions into a database.
type refresher struct {
	index       *Index
	report      *Report
	progress    func(done, total int64)
	done, total int64
	delivered   func(timeline.Summary) (after, upTo int)
	families    families
}

const taskColumns = `session.n, session.cli, session.id, session.path, session.parent, session.model, updated, bytes, turns, place.id,
	session.path = place.path, beside, offset, line, head_hash, was, open, session.begins, ifnull(within, 0) != 0`

// tasks returns the sessions whose texts are to be read, or those of them for which more holds.
func tasks(ctx context.Context, db interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}, and string) ([]task, error) {
	rows, err := db.QueryContext(ctx, "SELECT "+taskColumns+
		" FROM session JOIN place ON place.id = session.place WHERE pending "+and+" ORDER BY n")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // it was only read
	var all []task
	for rows.Next() {
		var t task
		var updated int64
		s := &t.summary
		err := rows.Scan(&t.n, &s.CLI, &s.ID, &s.Path, &s.Parent, &s.Model, &updated, &s.Bytes, &t.turns, &t.place,
			&t.isFile, &t.beside, &t.from.Offset, &t.from.Line, &t.headHash, &t.was, &t.openCalls, &s.Begins, &t.isWithin)
		s.Updated = TimeOf(updated)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}

// update reads sessions into the database that is in use, each in a transaction of its own.
func (r *refresher) update(ctx context.Context) error {
	all, err := tasks(ctx, r.index.DB(), "")
	if err != nil {
		return err
	}
	err = r.readAll(ctx, all, func(t task, batches <-chan batch) error {
		tx, err := begin(ctx, r.index.DB())
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // without effect after the commit
		w, err := newWriter(ctx, tx)
		if err == nil {
			err = w.session(t, batches, r)
		}
		if err != nil {
			return err
		}
		return tx.Commit()
	})
	if errors.Is(err, errCut) {
		return ctx.Err()
	}
	return err
}

// isListed returns a function that reports whether a list shows a session of a CLI under a row of its own.
func (x *Index) isListed(ctx context.Context) func(cli, id string) bool {
	return func(cli, id string) bool {
		var one int
		return x.DB().QueryRowContext(ctx, "SELECT 1 FROM session WHERE cli = ? AND id = ?", cli,
			id).Scan(&one) != sql.ErrNoRows
	}
}

// note tells the progress, and what a session's reading came to.
func (r *refresher) note(t task, end *outcome) {
	r.done += t.summary.Bytes
	r.progress(r.done, r.total)
	if end.isCut {
		r.report.Warnings = append(r.report.Warnings, fmt.Errorf(
			"session %s:%s has more than %d texts: the index has those only; stead search --scan finds all",
			t.summary.CLI, t.summary.ID, mostPieces))
	}
	if end.err != nil {
		r.report.Warnings = append(r.report.Warnings, fmt.Errorf("read session %s:%s: %w", t.summary.CLI, t.summary.ID,
			end.err))
		if !isSilent(end.err) {
			return
		}
	}
	r.report.Read++
	r.report.ReadBytes += end.read
	r.report.Pending--
	r.report.PendingBytes -= t.summary.Bytes
}

// isSilent reports whether a file will not tell more before it changes.
func isSilent(err error) bool {
	return errors.Is(err, adapter.ErrFormat) || errors.Is(err, adapter.ErrEmpty) || errors.Is(err, adapter.ErrNotFound)
}
