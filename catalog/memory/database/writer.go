package database

import (
	"context"
	"database/sql"
	"iter"
	"path/filepath"
	"strings"
)

// Writer writes rows of the tenant into sessions.db, in one transaction.
type Writer struct {
	rows    *rows
	options Options
}

// Write runs do in a transaction of sessions.db. Errors are those of do and of SQLite; then nothing was written.
func (d *Database) Write(ctx context.Context, do func(*Writer) error) error {
	return transact(ctx, d.sessions, func(tx *sql.Tx) error {
		return do(&Writer{rows: newRows(ctx, tx), options: d.options})
	})
}

// Add writes a row: its values are in the order of the table's columns behind tenant, team and project.
func (w *Writer) Add(table string, values ...any) error {
	return w.rows.add(table, append([]any{w.options.Tenant, w.options.Team, w.options.Project}, values...)...)
}

// Remove removes the tenant's rows with that value in a column.
func (w *Writer) Remove(table, column string, value any) error {
	_, err := w.rows.tx.ExecContext(w.rows.ctx, "DELETE FROM "+table+" WHERE tenant_id = ? AND "+column+" = ?",
		w.options.Tenant, value)
	return err
}

// Exec runs a statement whose parameter ?1 is the tenant.
func (w *Writer) Exec(statement string) error {
	_, err := w.rows.tx.ExecContext(w.rows.ctx, statement, w.options.Tenant)
	return err
}

// Touched is a file that a session had to do with.
type Touched struct {
	// Path is absolute. Project is the session's folder; the file may lie elsewhere, and may be gone.
	Path, Project string
	// LLMSource, Session, Turn and Hash say by which call; SourceFile and SourceLine where it stands.
	LLMSource, Session string
	Turn               int
	Hash               string
	SourceFile         string
	SourceLine         int
}

// Touched yields the files that sessions had to do with in one of these ways (activity_associations.relation), a file
// that several sessions touched several times, the last one last. Paths that are relative to no project are left out.
func (d *Database) Touched(ctx context.Context, relations ...string) iter.Seq2[Touched, error] {
	return func(yield func(Touched, error) bool) {
		rows, err := d.sessions.QueryContext(ctx, `SELECT a.target, s.project, a.llm_source, a.session_id, a.turn, a.message_hash, a.source_file, a.source_line
			FROM activity_associations a JOIN sessions s USING (tenant_id, llm_source, session_id)
			WHERE tenant_id = ?1 AND a.kind = 'file' AND instr(?2, ' ' || a.relation || ' ') ORDER BY s.ended, s.session_id, a.target`,
			d.options.Tenant, " "+strings.Join(relations, " ")+" ")
		if err != nil {
			yield(Touched{}, err)
			return
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var t Touched
			if err := rows.Scan(&t.Path, &t.Project, &t.LLMSource, &t.Session, &t.Turn, &t.Hash, &t.SourceFile,
				&t.SourceLine); err != nil {
				yield(t, err)
				return
			}
			if !filepath.IsAbs(t.Path) {
				t.Path = filepath.Join(t.Project, t.Path)
			}
			if t.Path = filepath.Clean(t.Path); filepath.IsAbs(t.Path) && !yield(t, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Touched{}, err)
		}
	}
}

// Below returns the file's path from its project's folder, and whether it lies in there.
func (t Touched) Below() (name string, ok bool) {
	if !filepath.IsAbs(t.Project) {
		return "", false
	}
	name, err := filepath.Rel(t.Project, t.Path)
	return name, err == nil && filepath.IsLocal(name) && name != "."
}
