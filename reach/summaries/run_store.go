package summaries

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"stead/runs"
)

// mostRunsKept is how many runs of a machine are kept: more than it tells of.
const mostRunsKept = 10 * MostRunsOfNode

// knownRun is a run in the store.
type knownRun struct {
	machine, run string
	// row is all that is shown of it, as JSON.
	row string
	// name and version are as those of a [Summary].
	name    string
	version int64
}

const (
	putRun = `INSERT INTO runs(machine, run, row, name, version, read) VALUES(?, ?, ?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET row = excluded.row, name = excluded.name, version = excluded.version WHERE excluded.version >= version`
	confirmRun = "UPDATE runs SET read = max(read, ?) WHERE machine = ? AND run = ?"
	// pruneRuns has the oldest go where a machine has told of too many.
	pruneRuns = "DELETE FROM runs WHERE machine = ? AND run NOT IN (SELECT run FROM runs WHERE machine = ? ORDER BY run DESC LIMIT ?)"
)

// insertRuns keeps runs of one machine that were read from the hub at a time, in nanoseconds.
func insertRuns(ctx context.Context, tx *sql.Tx, machine string, all []knownRun, read int64) error {
	if len(all) == 0 {
		return nil
	}
	for _, r := range all {
		if _, err := tx.ExecContext(ctx, putRun, r.machine, r.run, r.row, r.name, r.version, read); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, confirmRun, read, r.machine, r.run); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, pruneRuns, machine, machine, mostRunsKept)
	return err
}

// Sent keeps a run that this machine has just begun on another one, until that tells of it. Errors: those of the
// database.
func (s *Store) Sent(ctx context.Context, machine string, r runs.Run) error {
	row, err := json.Marshal(RunOf(r, true))
	if err != nil {
		return err
	}
	return s.inTransaction(ctx, func(tx *sql.Tx) error {
		return insertRuns(ctx, tx, machine, []knownRun{{machine: machine, run: r.ID, row: string(row)}}, r.Started.UnixNano())
	})
}

// Runs returns the runs of a machine, as it has told of them last, the newest first. Errors: those of the database.
func (s *Store) Runs(ctx context.Context, machine string) (all []Run, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT row FROM runs WHERE machine = ? ORDER BY run DESC", machine)
	if err != nil {
		return nil, fmt.Errorf("list the runs of %s: %w", machine, err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err says what went wrong
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			return nil, fmt.Errorf("list the runs of %s: %w", machine, err)
		}
		var r Run
		if json.Unmarshal([]byte(row), &r) == nil { // it was one when it was kept
			all = append(all, r)
		}
	}
	return all, rows.Err()
}
