package database

import (
	"context"
	"database/sql"
	"encoding/json"

	"stead/catalog/memory"
)

// Supersede marks the decisions that a later decision of another session rejects, in the same project. What one session
// alone tells is marked when its findings are kept. Errors are those of SQLite.
func (d *Database) Supersede(ctx context.Context) error {
	return transact(ctx, d.org, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE decisions SET superseded_by = '' WHERE tenant_id = ?1 AND superseded_by <> '' "+
			"AND superseded_by NOT IN (SELECT id FROM decisions WHERE tenant_id = ?1)", d.options.Tenant)
		if err != nil {
			return err
		}
		all, err := d.rejections(ctx, tx)
		for i := 0; i < len(all) && err == nil; i++ {
			err = d.reject(ctx, tx, all[i])
		}
		return err
	})
}

// rejection is a decision, and one that it says isn't to be.
type rejection struct{ later, rejected string }

func (d *Database) rejections(ctx context.Context, tx *sql.Tx) (all []rejection, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, rejected FROM decisions WHERE tenant_id = ? AND rejected <> '[]'",
		d.options.Tenant)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // it was only read
	for rows.Next() {
		var id, list string
		if err := rows.Scan(&id, &list); err != nil {
			return nil, err
		}
		var choices []string
		if json.Unmarshal([]byte(list), &choices) != nil {
			continue // it is stead's own
		}
		for _, choice := range choices {
			f := memory.Finding{Decision: &memory.Decision{Choice: choice}}
			all = append(all, rejection{id, memory.FindingID(d.options.Tenant, memory.DecisionKind, f.Text())})
		}
	}
	return all, rows.Err()
}

// reject marks a decision that was made in one project only, and for the last time before it was rejected there.
func (d *Database) reject(ctx context.Context, tx *sql.Tx, r rejection) error {
	const statements = "FROM evidence INDEXED BY evidence_by_kind_row_id WHERE tenant_id = ?1 AND kind = 'decision' AND part = 'statement' AND row_id = "
	_, err := tx.ExecContext(ctx,
		"UPDATE decisions SET superseded_by = ?2 WHERE tenant_id = ?1 AND id = ?3 AND id <> ?2 AND EXISTS (SELECT 1 FROM "+
			"(SELECT count(DISTINCT project) AS projects, min(project) AS project, min(occurred) AS first, max(occurred) AS last "+statements+"?3) WHERE projects = 1 AND first <> '' "+
			"AND last < (SELECT max(occurred) "+statements+"?2 AND project = (SELECT min(project) "+statements+
			"?3)))", d.options.Tenant, r.later, r.rejected)
	return err
}
