package postgres

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"stead/catalog/memory/database"
	"stead/catalog/memory/database/schema"
	"stead/inject/redaction"
)

// Options say how a copy is made.
type Options struct {
	// Detector finds the secrets that are masked on their way to a server that is reached by a network, loopback included.
	// Nil masks none.
	Detector redaction.Detector
	// Progress, which may be nil, is told the rows that were copied, and the table.
	Progress func(table string, rows int64)
}

// Report says what was copied.
type Report struct {
	// Rows are how many rows were sent, by their table; those that the server had already are among them.
	Rows map[string]int64
	// Masked is how many values had secrets.
	Masked int64
	// Local says that the server was reached by a socket, so that nothing was masked.
	Local bool
}

// messagesAtOnce is how many messages a transaction takes: what was committed need not be sent again. A variable for
// tests.
var messagesAtOnce int64 = 50_000

// Push copies what is new in the databases to the server at an address, postgres://... Errors: an [AddressError], an
// [Error], a database.VersionError, and those of SQLite and the context.
func Push(ctx context.Context, d *database.Database, address string, o Options) (Report, error) {
	config, err := parse(address)
	if err != nil {
		return Report{}, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return Report{}, explainOr(ctx, config, "connect to", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	p := &push{ctx: ctx, from: d, conn: conn, options: o, report: Report{Rows: map[string]int64{}, Local: isLocal(config)}}
	if p.report.Local {
		p.options.Detector = nil
	}
	if err := prepare(ctx, conn); err != nil {
		return p.report, explainOr(ctx, config, "make the tables of", err)
	}
	return p.report, explainOr(ctx, config, "write to", p.run())
}

// explainOr explains an error, unless it is no server's.
func explainOr(ctx context.Context, config *pgx.ConnConfig, doing string, err error) error {
	var version *database.VersionError
	var local *localError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &version):
		return version
	case errors.As(err, &local):
		return local.error
	}
	return explain(config, doing, err)
}

// localError is an error of the database that is copied.
type localError struct{ error }

func (e *localError) Unwrap() error { return e.error }

// push is one copy.
type push struct {
	ctx     context.Context
	from    *database.Database
	conn    *pgx.Conn
	options Options
	report  Report
	// identity is the local database's, messages and revision are up to where the server has its rows.
	identity           string
	messages, revision int64
}

func (p *push) run() error {
	var err error
	if p.identity, err = p.from.Identity(p.ctx); err != nil {
		return &localError{err}
	}
	row := p.conn.QueryRow(p.ctx, "SELECT messages, revision FROM stead_copied WHERE tenant_id = $1 AND identity = $2",
		p.from.Tenant(), p.identity)
	if err := row.Scan(&p.messages, &p.revision); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	for {
		done, err := p.someMessages()
		if err != nil {
			return err
		}
		if done {
			break
		}
	}
	return pgx.BeginFunc(p.ctx, p.conn, p.rest)
}

// someMessages copies the next messages. Their rows never change, and have rising numbers.
func (p *push) someMessages() (done bool, err error) {
	var upTo, last int64
	row := p.from.Sessions().QueryRowContext(p.ctx,
		"SELECT coalesce(max(n), 0), (SELECT coalesce(max(rowid), 0) FROM messages WHERE tenant_id = ?1) FROM "+
			"(SELECT rowid AS n FROM messages WHERE rowid > ?2 AND tenant_id = ?1 ORDER BY rowid LIMIT ?3)", p.from.Tenant(), p.messages, messagesAtOnce)
	if err := row.Scan(&upTo, &last); err != nil {
		return false, &localError{err}
	}
	if upTo == 0 {
		return true, nil
	}
	err = pgx.BeginFunc(p.ctx, p.conn, func(tx pgx.Tx) error {
		t := schema.Sessions().Table("messages")
		if err := p.copy(tx, t, "rowid > "+strconv.FormatInt(p.messages, 10)+" AND rowid <= "+
			strconv.FormatInt(upTo, 10)); err != nil {
			return err
		}
		p.messages = upTo
		return p.save(tx)
	})
	return upTo == last, err
}

// rest copies the sessions that have changed, and what follows from all.
func (p *push) rest(tx pgx.Tx) error {
	var last int64
	if err := p.from.Sessions().QueryRowContext(p.ctx,
		"SELECT coalesce(max(revision), 0) FROM sessions WHERE tenant_id = ?", p.from.Tenant()).Scan(&last); err != nil {
		return &localError{err}
	}
	since := strconv.FormatInt(p.revision, 10)
	for _, t := range append(schema.Sessions().Tables, schema.Org().Tables...) {
		where := "1"
		switch {
		case t.Local || t.Name == "messages":
			continue
		case t.Name == "sessions":
			where = "revision > " + since
		case t.PerSession:
			where = "(llm_source, session_id) IN (SELECT llm_source, session_id FROM sessions WHERE tenant_id = ?1 AND revision > " + since + ")"
		}
		if err := p.copy(tx, t, where); err != nil {
			return err
		}
	}
	for _, statement := range afterwards() {
		if _, err := tx.Exec(p.ctx, statement, p.from.Tenant()); err != nil {
			return err
		}
	}
	p.revision = last
	return p.save(tx)
}

// afterwards are the statements that bring findings and their evidence, which several machines give, together.
func afterwards() []string {
	var statements []string
	for table, kind := range map[string]string{"decisions": "decision", "error_solutions": "error_solution",
		"skill_learnings": "skill_learning", "patterns": "pattern"} {
		ofRow := " FROM evidence e WHERE e.tenant_id = $1 AND e.kind = '" + kind + "' AND e.row_id = f.id"
		statements = append(statements,
			"UPDATE "+table+" f SET times_seen = (SELECT count(*)"+ofRow+
				" AND e.part IN ('statement', 'error', 'occurrence')) WHERE f.tenant_id = $1",
			"DELETE FROM "+table+" f WHERE f.tenant_id = $1 AND NOT EXISTS (SELECT 1"+ofRow+")")
	}
	return statements
}

func (p *push) save(tx pgx.Tx) error {
	_, err := tx.Exec(p.ctx,
		"INSERT INTO stead_copied VALUES ($1, $2, $3, $4) ON CONFLICT (tenant_id, identity) DO UPDATE SET messages = excluded.messages, revision = excluded.revision",
		p.from.Tenant(), p.identity, p.messages, p.revision)
	return err
}

// replaced are the tables of which rows go before others come, as what they are about is told whole each time.
var replaced = map[string]string{
	"evidence": "DELETE FROM evidence WHERE tenant_id = $1 AND ((llm_source, session_id) IN (SELECT llm_source, session_id FROM new_evidence)" +
		" OR (llm_source, session_id) IN (SELECT llm_source, session_id FROM new_sessions))",
	"functions": "DELETE FROM functions WHERE tenant_id = $1 AND path IN (SELECT path FROM new_code_files)",
	"edges":     "DELETE FROM edges WHERE tenant_id = $1 AND path IN (SELECT path FROM new_code_files)",
}

// copy sends rows into a table that lasts as long as the transaction, and puts them from there into their place.
func (p *push) copy(tx pgx.Tx, t schema.Table, where string) error {
	names := t.Names()
	columns := strings.Join(names, ", ")
	rows, err := p.holder(t).QueryContext(p.ctx, "SELECT "+columns+" FROM "+t.Name+" WHERE tenant_id = ?1 AND "+where,
		p.from.Tenant())
	if err != nil {
		return &localError{err}
	}
	defer func() { _ = rows.Close() }()
	if _, err := tx.Exec(p.ctx, "CREATE TEMP TABLE new_"+t.Name+" (LIKE "+t.Name+
		" INCLUDING DEFAULTS) ON COMMIT DROP"); err != nil {
		return err
	}
	from := &sent{rows: rows, table: t, detector: p.options.Detector}
	n, err := tx.CopyFrom(p.ctx, pgx.Identifier{"new_" + t.Name}, names, from)
	p.report.Masked += from.masked
	if from.failed != nil {
		return &localError{from.failed}
	}
	if err != nil {
		return err
	}
	if first := replaced[t.Name]; first != "" {
		if _, err := tx.Exec(p.ctx, first, p.from.Tenant()); err != nil {
			return err
		}
	}
	key := strings.Join(t.Key, ", ")
	_, err = tx.Exec(p.ctx, "INSERT INTO "+t.Name+" ("+columns+") SELECT DISTINCT ON ("+key+") "+columns+" FROM new_"+
		t.Name+" ORDER BY "+key+schema.Upsert(t))
	p.report.Rows[t.Name] += n
	if p.options.Progress != nil && err == nil {
		p.options.Progress(t.Name, p.report.Rows[t.Name])
	}
	return err
}

// holder returns the database that holds a table.
func (p *push) holder(t schema.Table) *sql.DB {
	if slices.ContainsFunc(schema.Org().Tables, func(of schema.Table) bool { return of.Name == t.Name }) {
		return p.from.Org()
	}
	return p.from.Sessions()
}
