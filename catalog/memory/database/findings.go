package database

import (
	"context"
	"database/sql"
	"encoding/json"

	"stead/catalog/memory"
)

// findingTables are the tables of the kinds of findings.
var findingTables = map[memory.FindingKind]string{
	memory.DecisionKind: "decisions", memory.ErrorSolutionKind: "error_solutions",
	memory.SkillLearningKind: "skill_learnings", memory.PatternKind: "patterns",
}

// KeepFindings replaces what was learnt from a session, and notes that the session needs no further look until it
// changes. What was learnt from others too stays, with the evidence that is left. Errors are those of SQLite.
func (d *Database) KeepFindings(ctx context.Context, key memory.SessionKey, findings []memory.Finding) error {
	err := transact(ctx, d.org, func(tx *sql.Tx) error {
		k := keeping{Database: d, ctx: ctx, rows: newRows(ctx, tx), key: key, touched: map[findingKey]bool{}}
		return k.replace(findings)
	})
	if err != nil {
		return err
	}
	var upTo any // without a look, all there is
	if seq, ok := d.looked.LoadAndDelete(key); ok {
		upTo = seq
	}
	_, err = d.sessions.ExecContext(ctx,
		"UPDATE sessions SET known_seq = min(last_seq, coalesce(?, last_seq)) WHERE tenant_id = ? AND llm_source = ? AND session_id = ?",
		upTo, d.options.Tenant, key.LLMSource, key.Session)
	return err
}

type findingKey struct {
	kind memory.FindingKind
	id   string
}

// keeping replaces the findings of one session.
type keeping struct {
	*Database
	ctx  context.Context
	rows *rows
	key  memory.SessionKey
	// touched are the findings whose evidence changes.
	touched map[findingKey]bool
}

func (k *keeping) replace(findings []memory.Finding) error {
	if err := k.forget(); err != nil {
		return err
	}
	for i := range findings {
		if err := k.keep(&findings[i]); err != nil {
			return err
		}
	}
	for key := range k.touched {
		if err := k.count(key); err != nil {
			return err
		}
	}
	return nil
}

// forget removes the evidence of the session.
func (k *keeping) forget() error {
	const ofSession = " FROM evidence WHERE tenant_id = ? AND llm_source = ? AND session_id = ?"
	rows, err := k.rows.tx.QueryContext(k.ctx, "SELECT DISTINCT kind, row_id"+ofSession, k.options.Tenant,
		k.key.LLMSource, k.key.Session)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var key findingKey
		if err := rows.Scan(&key.kind, &key.id); err != nil {
			return err
		}
		k.touched[key] = true
	}
	if err := rows.Err(); err != nil {
		return err
	}
	_, err = k.rows.tx.ExecContext(k.ctx, "DELETE"+ofSession, k.options.Tenant, k.key.LLMSource, k.key.Session)
	return err
}

// keep writes a finding and its evidence.
func (k *keeping) keep(f *memory.Finding) error {
	key := findingKey{f.Kind, memory.FindingID(k.options.Tenant, f.Kind, f.Text())}
	k.touched[key] = true
	o := k.options
	values := append([]any{o.Tenant, o.Team, o.Project, key.id}, k.details(f)...)
	if err := k.rows.add(findingTables[f.Kind], append(values, f.Rule, 0, f.Confidence)...); err != nil {
		return err
	}
	for _, e := range f.Evidence {
		err := k.rows.add("evidence", o.Tenant, o.Team, o.Project, string(f.Kind), key.id, e.Hash, string(e.Part),
			k.key.LLMSource, k.key.Session,
			e.Project, e.File, e.Line, e.Seq, e.Turn, e.Occurred, f.Rule, f.Confidence)
		if err != nil {
			return err
		}
	}
	return nil
}

// details are the columns of a finding's kind.
func (k *keeping) details(f *memory.Finding) []any {
	switch f.Kind {
	case memory.DecisionKind:
		later := f.Decision.SupersededBy
		if later != "" {
			later = memory.FindingID(k.options.Tenant, f.Kind, later)
		}
		return []any{f.Decision.Choice, list(f.Decision.Rejected), f.Decision.Reason, string(f.Decision.By), later}
	case memory.ErrorSolutionKind:
		e := f.ErrorSolution
		return []any{e.Signature, e.Error, e.Command, e.FixKind, e.Fix, list(e.Files)}
	case memory.SkillLearningKind:
		return []any{f.SkillLearning.Rule}
	}
	return []any{f.Pattern.Kind, list(f.Pattern.Steps)}
}

// list returns a list as JSON.
func list(items []string) string {
	if len(items) == 0 {
		return "[]"
	}
	text, _ := json.Marshal(items) // strings are always JSON
	return string(text)
}

// count says how often a finding was seen, and removes one that was not.
func (k *keeping) count(key findingKey) error {
	var all, times int
	var best float64
	tx, table := k.rows.tx, findingTables[key.kind]
	// SQLite takes a tenant's rows for few and would read all of them.
	err := tx.QueryRowContext(k.ctx, `SELECT count(*), count(*) FILTER (WHERE part = ?), coalesce(max(confidence), 0) FROM evidence
		INDEXED BY evidence_by_kind_row_id WHERE tenant_id = ? AND kind = ? AND row_id = ?`, string(key.kind.Leading()), k.options.Tenant, string(key.kind), key.id).Scan(&all, &times, &best)
	if err != nil {
		return err
	}
	if all == 0 {
		_, err = tx.ExecContext(k.ctx, "DELETE FROM "+table+" WHERE tenant_id = ? AND id = ?", k.options.Tenant, key.id)
		return err
	}
	_, err = tx.ExecContext(k.ctx, "UPDATE "+table+" SET times_seen = ?, confidence = ? WHERE tenant_id = ? AND id = ?",
		times, memory.Confidence(best, times), k.options.Tenant, key.id)
	return err
}
