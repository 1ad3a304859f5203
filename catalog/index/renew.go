package index

import (
	"context"

	"stead/readers"
	"stead/timeline"
)

// alike selects the sessions that may repeat what a session has, or the other way round: ?1 is its CLI, ?2 its id, ?3
// the mark of its beginning. Of those with the same beginning there must be more than ?4.
const alike = `(SELECT n FROM session WHERE cli = ?1 AND begins = ?3 AND begins != '' AND
	(SELECT count(*) FROM session WHERE cli = ?1 AND begins = ?3 AND begins != '') > ?4
	UNION ALL SELECT n FROM session WHERE forked != '' AND forked = ?1 || ':' || ?2)`

// renew has the sessions read anew that are like one that came, went or changed: another one may be the first now that
// has what they repeat. Few is how many of the same beginning are none to compare.
func renew(ctx context.Context, tx *transaction, cli, id, begins string, few int) error {
	for _, query := range []string{
		"UPDATE place SET offset = 0 WHERE id IN (SELECT place FROM session WHERE n IN " + alike + ")",
		"UPDATE session SET pending = 1, within = NULL WHERE n IN " + alike,
	} {
		if _, err := tx.ExecContext(ctx, query, cli, id, begins, few); err != nil {
			return err
		}
	}
	return nil
}

// renewRewritten has the relatives of those sessions read anew that are no longer what was read of them, and more. It
// reports whether there are any.
func (r *refresher) renewRewritten(ctx context.Context) (isAny bool, err error) {
	rewritten, err := r.rewritten(ctx)
	if err != nil || len(rewritten) == 0 {
		return false, err
	}
	return true, inTransaction(ctx, r.index.DB(), func(tx *transaction) error {
		for _, s := range rewritten {
			if err := renew(ctx, tx, s.CLI, s.ID, s.Begins, 1); err != nil {
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
