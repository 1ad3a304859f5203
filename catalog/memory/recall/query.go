package recall

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/catalog/memory"
	"stead/internal/sys/dirs"
)

// Query says which pieces are wanted. The zero value asks for all.
type Query struct {
	// Tenant is whose rows are read. Those of another one are never seen.
	Tenant string
	Kinds  []memory.FindingKind
	// Words must all stand in a piece, in small or capital letters.
	Words []string
	// Since leaves out what was not seen since.
	Since time.Time
	// Project keeps what was seen in a project: see [dirs.Has].
	Project string
	// Folders keeps what was seen in one of these very folders. Nil is for all.
	Folders []string
	// Seen keeps what was seen that often at least.
	Seen int
	// Limit keeps so many, the latest. 0 keeps all.
	Limit int
}

// table says how a kind's rows are read.
type table struct {
	name string
	// texts and lists are its columns.
	texts, lists []string
}

var tables = map[memory.FindingKind]table{
	memory.DecisionKind: {"decisions", []string{"choice", "reason", "decided_by", "superseded_by"},
		[]string{"rejected"}},
	memory.ErrorSolutionKind: {"error_solutions", []string{"signature", "error_text", "command", "fix_kind", "fix"},
		[]string{"files"}},
	memory.SkillLearningKind: {"skill_learnings", []string{"rule"}, nil},
	memory.PatternKind:       {"patterns", []string{"kind", "steps"}, nil},
}

// Read returns the pieces that a query asks for, the latest first. Errors are those of SQLite.
func Read(ctx context.Context, org *sql.DB, q Query) ([]Piece, error) {
	var all []Piece
	for _, kind := range memory.FindingKinds {
		if len(q.Kinds) > 0 && !slices.Contains(q.Kinds, kind) {
			continue
		}
		pieces, err := read(ctx, org, q, kind)
		if err != nil {
			return nil, fmt.Errorf("read what was learnt: %w", err)
		}
		all = append(all, pieces...)
	}
	slices.SortStableFunc(all, func(a, b Piece) int { return b.Last.Compare(a.Last) })
	if q.Limit > 0 && len(all) > q.Limit {
		all = all[:q.Limit]
	}
	return all, nil
}

// read returns the pieces of one kind.
func read(ctx context.Context, org *sql.DB, q Query, kind memory.FindingKind) ([]Piece, error) {
	t := tables[kind]
	arguments := []any{q.Tenant, string(kind), string(kind.Leading()), q.Seen}
	for _, folder := range q.Folders {
		arguments = append(arguments, folder)
	}
	rows, err := org.QueryContext(ctx, t.statement(q), arguments...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	inProject := dirs.OfProject(q.Project)
	var all []Piece
	for rows.Next() {
		p, err := t.scan(rows, kind)
		if err != nil {
			return nil, err
		}
		if q.takes(&p, inProject) {
			all = append(all, p)
		}
	}
	return all, rows.Err()
}

// statement reads a kind's rows with the latest evidence of each: of the columns beside max(), SQLite gives those of
// the row that has it. SQLite takes the rows of a tenant for few and would read all of them: where few are asked for,
// the statement says by which index.
func (t table) statement(q Query) string {
	from, condition := t.name+" t JOIN evidence e", ""
	switch folders := len(q.Folders); {
	case folders > 0:
		from = "evidence e INDEXED BY evidence_by_project CROSS JOIN " + t.name + " t"
		condition = " AND e.project IN (?" + strings.Repeat(", ?", folders-1) + ")"
	case q.Seen > 1:
		from = t.name + " t CROSS JOIN evidence e INDEXED BY evidence_by_kind_row_id"
	}
	var columns strings.Builder
	for _, name := range slices.Concat(t.texts, t.lists) {
		columns.WriteString(", t." + name)
	}
	return `SELECT t.id, t.rule_name, t.confidence, t.times_seen, e.llm_source, e.session_id, e.project, e.turn, e.source_file, e.source_line, e.message_hash, max(e.occurred)` +
		columns.String() + ` FROM ` + from + ` ON e.tenant_id = t.tenant_id AND e.row_id = t.id
		WHERE e.tenant_id = ? AND e.kind = ? AND e.part = ? AND t.times_seen >= ?` + condition + ` GROUP BY t.id`
}

// Folders returns the folders in which something was learnt. It leaps from one to the next in the index, however much
// was learnt in each.
func Folders(ctx context.Context, org *sql.DB, tenant string) ([]string, error) {
	rows, err := org.QueryContext(ctx, `WITH RECURSIVE f(folder) AS (SELECT min(project) FROM evidence WHERE tenant_id = ?1 UNION ALL
		SELECT (SELECT min(project) FROM evidence WHERE tenant_id = ?1 AND project > folder) FROM f WHERE folder IS NOT NULL) SELECT folder FROM f WHERE folder IS NOT NULL`, tenant)
	if err != nil {
		return nil, fmt.Errorf("read where something was learnt: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var folder string
		if err := rows.Scan(&folder); err != nil {
			return nil, fmt.Errorf("read where something was learnt: %w", err)
		}
		all = append(all, folder)
	}
	return all, rows.Err()
}

func (t table) scan(rows *sql.Rows, kind memory.FindingKind) (Piece, error) {
	p := Piece{Kind: kind, Detail: map[string]any{}}
	var llm, session, last string
	targets := []any{&p.ID, &p.Rule, &p.Confidence, &p.Seen, &llm, &session, &p.Project, &p.Turn, &p.File, &p.Line,
		&p.Hash, &last}
	names := slices.Concat(t.texts, t.lists)
	values := make([]string, len(names))
	for i := range values {
		targets = append(targets, &values[i])
	}
	if err := rows.Scan(targets...); err != nil {
		return p, err
	}
	for i, name := range names {
		p.Detail[name] = values[i]
		if slices.Contains(t.lists, name) || name == "steps" {
			var items []string
			_ = json.Unmarshal([]byte(values[i]), &items) // a list that stead wrote
			p.Detail[name] = items
		}
	}
	p.Reference = llm + ":" + session
	p.Last, _ = time.Parse(time.RFC3339, last)
	p.Superseded = p.Detail["superseded_by"] != nil && p.Detail["superseded_by"] != ""
	p.Files, _ = p.Detail["files"].([]string)
	p.Text = p.sentence()
	return p, nil
}

// takes reports whether a piece is asked for.
func (q Query) takes(p *Piece, inProject func(folder string) bool) bool {
	if !q.Since.IsZero() && p.Last.Before(q.Since) || !inProject(p.Project) {
		return false
	}
	if len(q.Words) == 0 {
		return true
	}
	text := strings.ToLower(p.Text + " " + strings.Join(p.Files, " "))
	if detail, ok := p.Detail["error_text"].(string); ok {
		text += strings.ToLower(detail)
	}
	return !slices.ContainsFunc(q.Words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) })
}
