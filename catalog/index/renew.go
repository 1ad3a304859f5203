package index

import (
	"context"

	"stead/readers"
	"stead/timeline"
)

// begunAlike selects the sessions of a CLI, ?1, whose conversation begins with ?2, if there are more than ?3.
const begunAlike = `(SELECT n FROM session WHERE cli = ?1 AND begins = ?2 AND begins != '' AND
	(SELECT count(*) FROM session WHERE cli = ?1 AND begins = ?2 AND begins != '') > ?3)`

// copiesOf selects the sessions that were copied from a session of a CLI, ?1, by its id, ?2.
const copiesOf = `(SELECT n FROM session WHERE forked != '' AND forked = ?1 || ':' || ?2)`

// renewal marks sessions to be read again, in a transaction that reads none of them.
type renewal struct {
	tx *transaction
	// done are the beginnings, each of a CLI, whose sessions are marked already. Without it, a thousand forks of one
	// session would be marked a thousand times each.
	done map[[2]string]bool
}

func newRenewal(tx *transaction) renewal { return renewal{tx, map[[2]string]bool{}} }

// relatives marks the sessions that are like one that came, went or changed: now another one may be the first that has
// the entries they share. If no more than few sessions have the same beginning, they need no comparison.
func (r renewal) relatives(ctx context.Context, cli, id, begins string, few int) error {
	if _, err := r.mark(ctx, copiesOf, cli, id); err != nil {
		return err
	}
	key := [2]string{cli, begins}
	if begins == "" || r.done[key] {
		return nil
	}
	marked, err := r.mark(ctx, begunAlike, cli, begins, few)
	r.done[key] = marked > 0
	return err
}

// mark marks the sessions of a selection, and returns how many there are.
func (r renewal) mark(ctx context.Context, selected string, args ...any) (marked int64, err error) {
	for _, query := range []string{
		"UPDATE place SET offset = 0 WHERE id IN (SELECT place FROM session WHERE n IN " + selected + ")",
		"UPDATE session SET pending = 1, within = NULL WHERE n IN " + selected,
	} {
		result, err := r.tx.ExecContext(ctx, query, args...)
		if err != nil {
			return 0, err
		}
		if marked, err = result.RowsAffected(); err != nil {
			return 0, err
		}
	}
	return marked, nil
}

// renewRewritten has the relatives of those sessions read anew that are no longer what was read of them, and more. It
// reports whether there are any.
func (r *refresher) renewRewritten(ctx context.Context) (isAny bool, err error) {
	rewritten, err := r.rewritten(ctx)
	if err != nil || len(rewritten) == 0 {
		return false, err
	}
	return true, inTransaction(ctx, r.index.DB(), func(tx *transaction) error {
		again := newRenewal(tx)
		for _, s := range rewritten {
			if err := again.relatives(ctx, s.CLI, s.ID, s.Begins, 1); err != nil {
				return err
			}
		}
		return nil
	})
}

// rewritten returns the sessions with relatives that were rewritten since they were read.
func (r *refresher) rewritten(ctx context.Context) (found []timeline.Summary, err error) {
	all, err := tasks(ctx, r.index.DB(), `AND begins != ''
		AND (SELECT count(*) FROM session AS o WHERE o.cli = session.cli AND o.begins = session.begins AND o.begins != '') > 1`)
	for _, t := range all {
		x := extraction{task: t, reader: r.index.reader(t.summary.CLI)}
		if !x.canResume(readers.LookAt(t.summary.Path)) {
			found = append(found, t.summary)
		}
	}
	return found, err
}
