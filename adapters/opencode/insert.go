package opencode

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
)

// ErrNoDatabase says that OpenCode was never started here, so there is no database to write to.
var ErrNoDatabase = errors.New("OpenCode has no database yet: run opencode once")

// Transaction writes sessions to the database. At its end, either all of them appear or none.
type Transaction struct {
	path   string
	db     *sql.DB
	tx     *sql.Tx
	tables map[string]*tableInsert
	now    int64
	// Dropped names the columns of rows that the database does not have.
	Dropped map[string]bool
}

// written lists the columns that a writer fills. [Project] provides those of projects.
var written = map[string][]string{
	SessionTable: {"id", "project_id", "slug", "directory", "title", "version", "time_created", "time_updated"},
	MessageTable: {"id", "session_id", "time_created", "time_updated", "data"},
	PartTable:    {"id", "message_id", "session_id", "time_created", "time_updated", "data"},
	"project":    {"id", "worktree", "time_created", "time_updated", "sandboxes"},
}

// tableInsert inserts rows into one table.
type tableInsert struct {
	name    string
	columns []string
	// statements maps a list of columns to the statement that fills them. A row omits null columns, so that the defaults
	// apply.
	statements map[string]*sql.Stmt
}

// Begin opens the database for writing and waits a few seconds for other writers to finish. Errors: ErrNoDatabase,
// adapter.ErrFormat for a database of a version that requires columns that stead does not know, and those of SQLite.
func Begin(ctx context.Context, path string, now time.Time) (*Transaction, error) {
	t := &Transaction{path: path, tables: map[string]*tableInsert{}, now: now.UnixMilli(), Dropped: map[string]bool{}}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrNoDatabase)
	} else if err != nil {
		return nil, err
	}
	db, err := openForWriting(path)
	if err != nil {
		return nil, err
	}
	t.db = db
	if t.tx, err = db.BeginTx(ctx, nil); err == nil {
		err = t.prepare(ctx)
	}
	if err != nil {
		t.Rollback()
		return nil, t.explain(err)
	}
	return t, nil
}

// patience is the time to wait for other writers. OpenCode's own writes take milliseconds.
var patience = 8 * time.Second

// IsMade reports whether OpenCode has created its database, with the tables that a writer fills. OpenCode 1.18.33
// creates the file some time before the tables. It may have been killed in between, or may still be working. If two
// processes create the tables at the same time, the second one waits. [Begin] reports any other problem with the file.
func IsMade(path string) bool {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return false
	}
	address := url.URL{Scheme: "file", Path: path, RawQuery: "mode=ro"}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return true
	}
	defer func() { _ = db.Close() }()
	for table := range written {
		columns, err := columnsOf(context.Background(), db, table)
		var failure *sqlite.Error
		if errors.As(err, &failure) && failure.Code()&0xff == codeBusy || err == nil && len(columns) == 0 {
			return false
		}
	}
	return true
}

func openForWriting(path string) (*sql.DB, error) {
	options := fmt.Sprintf("mode=rw&_txlock=immediate&_pragma=busy_timeout(%d)&_pragma=foreign_keys(1)",
		patience.Milliseconds())
	address := url.URL{Scheme: "file", Path: path, RawQuery: options}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// prepare checks the database before the transaction writes to it.
func (t *Transaction) prepare(ctx context.Context) error {
	for table, filled := range written {
		insert, err := t.table(ctx, table, filled)
		if err != nil {
			return err
		}
		t.tables[table] = insert
	}
	insert, err := t.table(ctx, todoTable, []string{"session_id", "content", "status", "priority", "position",
		"time_created", "time_updated"})
	if err == nil {
		t.tables[todoTable] = insert
	}
	return nil // a database without a todo list can hold a session nevertheless
}

// table describes a table. The table must have the columns to fill, and must not require any other.
func (t *Transaction) table(ctx context.Context, table string, filled []string) (*tableInsert, error) {
	rows, err := t.tx.QueryContext(ctx,
		`SELECT name, "notnull" AND dflt_value IS NULL AND NOT pk FROM pragma_table_info(?)`, table)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	insert := &tableInsert{name: table, statements: map[string]*sql.Stmt{}}
	for rows.Next() {
		var name string
		var demanded bool
		if err := rows.Scan(&name, &demanded); err != nil {
			return nil, err
		}
		if demanded && !slices.Contains(filled, name) {
			return nil,
				fmt.Errorf(
					"%w: its table %s requires a column %s that stead does not know: this OpenCode is newer than stead supports", adapter.ErrFormat, table, name)
		}
		insert.columns = append(insert.columns, name)
	}
	for _, name := range filled {
		if !slices.Contains(insert.columns, name) {
			return nil,
				fmt.Errorf("%w: its table %s has no column %s: it is not a database of OpenCode, or of an unknown version",
					adapter.ErrFormat, table, name)
		}
	}
	return insert, rows.Err()
}

// statement returns the statement that fills the given columns.
func (i *tableInsert) statement(ctx context.Context, tx *sql.Tx, columns []string) (*sql.Stmt, error) {
	list := strings.Join(columns, ", ")
	if known := i.statements[list]; known != nil {
		return known, nil
	}
	places := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
	prepared, err := tx.PrepareContext(ctx, "INSERT INTO "+i.name+" ("+list+") VALUES ("+places+")")
	i.statements[list] = prepared
	return prepared, err
}

// Exists reports whether the database holds a session with that id.
func (t *Transaction) Exists(ctx context.Context, id string) (bool, error) {
	var n int
	err := t.tx.QueryRowContext(ctx, "SELECT count(*) FROM session WHERE id = ?", id).Scan(&n)
	return n > 0, t.explain(err)
}

// Register creates a project unless it exists.
func (t *Transaction) Register(ctx context.Context, p Project) error {
	_, err := t.tx.ExecContext(ctx, `INSERT INTO project (id, worktree, vcs, time_created, time_updated, sandboxes) VALUES (?, ?, nullif(?, ''), ?, ?, '[]')
		ON CONFLICT DO NOTHING`, p.ID, p.Worktree, p.VCS, t.now, t.now)
	return t.explain(err)
}

// Insert writes a row. With the row of a session, it writes the session's todo list.
func (t *Transaction) Insert(ctx context.Context, row Row) error {
	if err := t.insert(ctx, row.Table, row.Raw); err != nil {
		return err
	}
	for todo := range jsonl.Elements(row.Get("todo")) {
		if t.tables[todoTable] == nil {
			t.Dropped["todo"] = true
			continue
		}
		if err := t.insert(ctx, todoTable, todo); err != nil {
			return err
		}
	}
	return nil
}

func (t *Transaction) insert(ctx context.Context, table string, row jsonl.Value) error {
	into := t.tables[table]
	var columns []string
	var values []any
	for key, value := range jsonl.Members(row) {
		switch name := string(key); {
		case name == "table" || name == "todo" || value.IsNull():
		case slices.Contains(into.columns, name):
			columns, values = append(columns, name), append(values, columnValue(value))
		default:
			t.Dropped[name] = true
		}
	}
	for _, name := range []string{"time_created", "time_updated"} { // the parts of an export have none
		if !slices.Contains(columns, name) {
			columns, values = append(columns, name), append(values, t.now)
		}
	}
	statement, err := into.statement(ctx, t.tx, columns)
	if err == nil {
		_, err = statement.ExecContext(ctx, values...)
	}
	return t.explain(err)
}

// Note records in a session's metadata what stead wrote of the session.
func (t *Transaction) Note(ctx context.Context, session Row, w Written) error {
	if !slices.Contains(t.tables[SessionTable].columns, "metadata") {
		return nil
	}
	_, err := t.tx.ExecContext(ctx, "UPDATE session SET metadata = ? WHERE id = ?",
		string(withWritten(session.Get("metadata"), w)), session.ID)
	return t.explain(err)
}

// Commit makes the written rows visible.
func (t *Transaction) Commit() error {
	err := t.tx.Commit()
	t.Rollback()
	return t.explain(err)
}

// Rollback discards the written rows. After a commit it only closes the database.
func (t *Transaction) Rollback() {
	if t.tx != nil {
		_ = t.tx.Rollback()
	}
	_ = t.db.Close()
}

// Remove deletes a session with its messages, the sessions of its sub-agents, and the forks that stead made of it. It
// returns no error for a session that does not exist.
func Remove(ctx context.Context, path, id string) error {
	db, err := openForWriting(path)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	link := "s.parent_id = f.id"
	if columns, err := columnsOf(ctx, db, SessionTable); err == nil && slices.Contains(columns, "metadata") {
		link += " OR json_valid(s.metadata) AND json_extract(s.metadata, '$." + markFork + "') = f.id"
	}
	_, err = db.ExecContext(ctx, `WITH RECURSIVE family(id) AS (VALUES (?) UNION SELECT s.id FROM session s JOIN family f ON `+link+`)
		DELETE FROM session WHERE id IN family`, id)
	return (&Transaction{path: path}).explain(err)
}

// explain adds the database's name to an error, and the meaning for the user.
func (t *Transaction) explain(err error) error {
	var failure *sqlite.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &failure):
		return fmt.Errorf("write into %s: %w", t.path, err)
	}
	switch code := failure.Code(); code & 0xff {
	case codeBusy, codeLocked:
		return fmt.Errorf(
			"write into %s: another process has locked the database: wait until OpenCode is idle and try again (%w)", t.path, err)
	case codeConstraint:
		if code == codePrimaryKey {
			return fmt.Errorf("write into %s: %w: one of its ids is taken (%w)", t.path, adapter.ErrExists, err)
		}
	case codeNotADB:
		return fmt.Errorf("write into %s: %w: it is not a SQLite database (%w)", t.path, adapter.ErrFormat, err)
	case codeCorrupt:
		return fmt.Errorf("write into %s: %w: the database is damaged (%w)", t.path, adapter.ErrFormat, err)
	}
	return fmt.Errorf("write into %s: %w", t.path, err)
}
