package opencode

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"modernc.org/sqlite"
	"modernc.org/sqlite/vfs"

	"stead/adapters/adapter"
	"stead/adapters/opencode/snapshot"
	"stead/timeline"
)

// database is OpenCode's database, opened on a snapshot.
type database struct {
	*sql.DB
	path     string
	snapshot *snapshot.Snapshot
	files    *vfs.FS
	columns  map[string][]string
	// next and parts are the statements that read a session's messages.
	next, parts *sql.Stmt
}

// readColumns are the columns that reading a session requires.
var readColumns = map[string][]string{
	SessionTable: {"id", "directory", "title", "time_created", "time_updated"},
	MessageTable: {"id", "session_id", "time_created", "data"},
	PartTable:    {"id", "message_id", "session_id", "data"},
}

// openDatabase opens the database in its current state. Errors: adapter.ErrNotFound, ErrFormat for a file that is not
// an OpenCode database or has an unknown version, snapshot.ErrChanged, and those of the file system.
func openDatabase(ctx context.Context, path string) (*database, error) {
	s, err := snapshot.Take(path)
	if err != nil {
		return nil, err
	}
	name, files, err := vfs.New(s)
	if err != nil {
		s.Release()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	d := &database{path: path, snapshot: s, files: files, columns: map[string][]string{}}
	if d.DB, err = sql.Open("sqlite", "file:/snapshot?mode=ro&immutable=1&vfs="+name); err == nil {
		d.SetMaxOpenConns(1)
		err = d.prepare(ctx)
	}
	if err != nil {
		err = d.explain(err)
		if d.snapshot.Changed() {
			err = snapshot.ErrChanged // the error comes from a mix of old and new pages
		}
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *database) close() {
	if d.DB != nil {
		_ = d.Close()
	}
	_ = d.files.Close()
	d.snapshot.Release()
}

func (d *database) prepare(ctx context.Context) (err error) {
	for table, needed := range readColumns {
		if err := d.mustBeTable(ctx, table); err != nil {
			return err
		}
		if d.columns[table], err = columnsOf(ctx, d.DB, table); err != nil {
			return err
		}
		for _, column := range needed {
			if !slices.Contains(d.columns[table], column) {
				if err := d.newer(ctx); err != nil {
					return err
				}
				return fmt.Errorf("%w: its table %s has no column %s: it is not a database of OpenCode, or of an unknown version",
					adapter.ErrFormat, table, column)
			}
		}
	}
	// These orders are the ones in which the CLI itself reads the rows. An index exists for each.
	if d.next, err = d.PrepareContext(ctx,
		selectRow+
			"message WHERE session_id = ? AND (time_created, id) > (?, ?) ORDER BY time_created, id LIMIT 1"); err != nil {
		return err
	}
	d.parts, err = d.PrepareContext(ctx, selectRow+"part WHERE message_id = ? ORDER BY id")
	return err
}

// mustBeTable rejects a view, because a view can compute endlessly.
func (d *database) mustBeTable(ctx context.Context, name string) error {
	var views int
	err := d.QueryRowContext(ctx,
		"SELECT count(*) FROM sqlite_master WHERE name = ? COLLATE NOCASE AND (type = 'view' OR sql LIKE 'CREATE VIRTUAL%')", name).Scan(&views)
	if err == nil && views > 0 {
		err = fmt.Errorf("%w: its %s is not a table: it is not a database of OpenCode", adapter.ErrFormat, name)
	}
	return err
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func columnsOf(ctx context.Context, q querier, table string) ([]string, error) {
	rows, err := q.QueryContext(ctx, "SELECT name FROM pragma_table_info(?)", table)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// Result codes of SQLite, https://www.sqlite.org/rescode.html; the lowest byte is the primary code.
const (
	codeBusy       = 5
	codeLocked     = 6
	codeCorrupt    = 11
	codeConstraint = 19
	codePrimaryKey = 1555
	codeNotADB     = 26
)

// explain adds the file's name to an error, and the meaning for the user.
func (d *database) explain(err error) error {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	switch failure.Code() & 0xff {
	case codeNotADB:
		return fmt.Errorf("%s: %w: it is not a SQLite database (%w)", d.path, adapter.ErrFormat, err)
	case codeCorrupt:
		return fmt.Errorf("%s: %w: the database is damaged (%w); `sqlite3 %s .recover` saves what can be read", d.path,
			adapter.ErrFormat, err, d.path)
	}
	return fmt.Errorf("read %s: %w", d.path, err)
}

// The number of attempts to read a database that is constantly written to, and the pause between them.
const (
	attempts = 8
	pause    = 25 * time.Millisecond
)

// read calls fn with the database, and repeats the call if a writer overwrote pages meanwhile.
func read(ctx context.Context, path string, fn func(*database) error) error {
	for tries := 1; ; tries++ {
		d, err := openDatabase(ctx, path)
		if err == nil {
			err = fn(d)
			if d.snapshot.Changed() {
				err = snapshot.ErrChanged
			}
			d.close()
		}
		if !errors.Is(err, snapshot.ErrChanged) || tries == attempts {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// query returns the result of a statement as rows of a table.
func (d *database) query(ctx context.Context, table, statement string, args ...any) ([]Row, error) {
	found, err := d.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, d.explain(err)
	}
	return d.collect(table, found)
}

func (d *database) collect(table string, found *sql.Rows) ([]Row, error) {
	defer func() { _ = found.Close() }()
	names, err := found.Columns()
	if err != nil {
		return nil, err
	}
	values := make([]any, len(names))
	places := make([]any, len(names))
	for i := range values {
		places[i] = &values[i]
	}
	var rows []Row
	for found.Next() {
		if err := found.Scan(places...); err != nil {
			return nil, d.explain(err)
		}
		o, row := newRow(table), Row{Table: table}
		for i, name := range names {
			if !row.key.set(name, values[i]) {
				appendColumn(&o, name, values[i])
			}
		}
		row.Raw = o.End()
		row.ID = row.Get("id").String()
		rows = append(rows, row)
	}
	if err := found.Err(); err != nil {
		return nil, d.explain(err)
	}
	return rows, nil
}

// session returns the row of a session, with its todo list.
func (d *database) session(ctx context.Context, id string) (Row, error) {
	rows, err := d.query(ctx, SessionTable, selectRow+"session WHERE id = ?", id)
	if err == nil && len(rows) == 0 && strings.ContainsRune(id, utf8.RuneError) {
		rows, err = d.repaired(ctx, id)
	}
	if err != nil {
		return Row{}, err
	}
	if len(rows) == 0 {
		return Row{}, fmt.Errorf("%s: %w: it holds no session %s", d.path, adapter.ErrNotFound, id)
	}
	columns, err := columnsOf(ctx, d.DB, todoTable)
	if err != nil || len(columns) == 0 {
		return rows[0], err
	}
	todo, err := d.query(ctx, todoTable, "SELECT * FROM todo WHERE session_id = ? ORDER BY position", rows[0].key.id)
	if len(todo) > 0 {
		rows[0].Raw = withTodo(rows[0].Raw, todo)
	}
	return rows[0], err
}

// repaired returns the row of the session whose id, made valid UTF-8, is the given one.
func (d *database) repaired(ctx context.Context, id string) ([]Row, error) {
	rows, err := d.query(ctx, SessionTable, selectRow+"session")
	return slices.DeleteFunc(rows, func(r Row) bool { return r.ID != id }), err
}

const todoTable = "todo"

// withTodo adds the rows of the table todo to a session's row.
func withTodo(session []byte, todo []Row) []byte {
	list := []byte{'['}
	for i, row := range todo {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, row.Raw...)
	}
	o := timeline.NewObject(nil)
	o.Raw("todo", append(list, ']'))
	return append(append(session[:len(session)-1], ','), o.End()[1:]...)
}
