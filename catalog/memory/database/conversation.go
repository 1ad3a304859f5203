package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"stead/catalog/memory"
)

// Changed returns the sessions that have events, or other ones, since their findings were kept last, in the order of
// their keys.
func (d *Database) Changed(ctx context.Context) ([]memory.SessionKey, error) {
	rows, err := d.sessions.QueryContext(ctx,
		"SELECT llm_source, session_id FROM sessions WHERE tenant_id = ? AND known_seq < last_seq ORDER BY llm_source, session_id", d.options.Tenant)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var keys []memory.SessionKey
	for rows.Next() {
		var key memory.SessionKey
		if err := rows.Scan(&key.LLMSource, &key.Session); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

// MissingSessionError is a session that the database does not have.
type MissingSessionError struct{ Key memory.SessionKey }

// Error says so.
func (e *MissingSessionError) Error() string {
	return fmt.Sprintf("the memory has no session %s:%s", e.Key.LLMSource, e.Key.Session)
}

// Hint says what to do.
func (e *MissingSessionError) Hint() string { return "`stead session extract` takes up all sessions" }

// Conversation returns a session. Its steps are read while they are ranged over. The error is a [MissingSessionError]
// or one of SQLite.
func (d *Database) Conversation(ctx context.Context, key memory.SessionKey) (memory.Conversation, error) {
	c := memory.Conversation{LLMSource: key.LLMSource, Session: key.Session}
	var last int64
	err := d.sessions.QueryRowContext(ctx,
		"SELECT project, branch, source_file, last_seq FROM sessions WHERE tenant_id = ? AND llm_source = ? AND session_id = ?",
		d.options.Tenant, key.LLMSource, key.Session).Scan(&c.Project, &c.Branch, &c.File, &last)
	if errors.Is(err, sql.ErrNoRows) {
		return c, &MissingSessionError{Key: key}
	}
	d.looked.Store(key, last)
	c.Steps = d.steps(ctx, key)
	return c, err
}

const selectSteps = `SELECT e.seq, e.turn, e.kind, e.message_hash, e.call_id, e.tool, e.original_tool, e.path, e.success, e.exit_code, e.occurred, e.source_line,
	coalesce(m.role, ''), coalesce(m.content, ''), CASE e.kind WHEN 'call' THEN m.metadata -> '$.input' END
	FROM events e LEFT JOIN messages m ON m.tenant_id = e.tenant_id AND m.hash = e.message_hash
	WHERE e.tenant_id = ? AND e.llm_source = ? AND e.session_id = ? ORDER BY e.seq`

func (d *Database) steps(ctx context.Context, key memory.SessionKey) iter.Seq2[memory.Step, error] {
	return func(yield func(memory.Step, error) bool) {
		rows, err := d.sessions.QueryContext(ctx, selectSteps, d.options.Tenant, key.LLMSource, key.Session)
		if err != nil {
			yield(memory.Step{}, err)
			return
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			step, err := scanStep(rows)
			if !yield(step, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(memory.Step{}, err)
		}
	}
}

func scanStep(rows *sql.Rows) (memory.Step, error) {
	var s memory.Step
	var success sql.Null[bool]
	var exit sql.Null[int]
	var input []byte
	err := rows.Scan(&s.Seq, &s.Turn, &s.Kind, &s.Hash, &s.CallID, &s.Tool, &s.OriginalTool, &s.Path, &success, &exit,
		&s.Occurred, &s.Line,
		&s.Role, &s.Text, &input)
	s.Text = memory.Shorten(s.Text)
	if len(input) <= memory.StepLimit {
		s.Input = input
	}
	if success.Valid {
		s.Success = &success.V
	}
	if exit.Valid {
		s.ExitCode = &exit.V
	}
	return s, err
}
