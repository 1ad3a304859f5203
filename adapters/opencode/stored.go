package opencode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/adapters/opencode/snapshot"
)

// stored is a session in a database.
type stored struct {
	path string
	// id is the session's id in the database.
	id any
	// last and lastAt identify the session's newest message at the time of opening, lastPart its newest part.
	last     key
	lastAt   position
	lastPart string
}

// position is the place of a message in its session.
type position struct {
	time int64
	id   string
}

func positionOf(message Row) position {
	if message.key.rowid == 0 {
		return position{message.Get("time_created").Int(), message.ID}
	}
	return position{message.Get("time_created").Int(), message.key.name()}
}

func (p position) before(q position) bool { return p.time < q.time || p.time == q.time && p.id < q.id }

func openInDatabase(ctx context.Context, location adapter.Location) (*Session, error) {
	s := stored{path: location.Path}
	var row Row
	err := read(ctx, location.Path, func(d *database) (err error) {
		id := location.ID
		if id == "" {
			if id, err = d.onlySession(ctx); err != nil {
				return err
			}
		}
		if row, err = d.session(ctx, id); err != nil {
			return err
		}
		s.id = row.key.id
		return s.findEnd(ctx, d)
	})
	return &Session{row, s}, err
}

// onlySession returns the id of the session if the database holds exactly one.
func (d *database) onlySession(ctx context.Context) (string, error) {
	rows, err := d.query(ctx, SessionTable, "SELECT id FROM session LIMIT 2")
	if err != nil {
		return "", err
	}
	switch len(rows) {
	case 0:
		return "", fmt.Errorf("%s: %w: it holds no session", d.path, adapter.ErrEmpty)
	case 1:
		return rows[0].ID, nil
	}
	return "", fmt.Errorf("%s: %w: it holds several sessions: name one by its id", d.path, adapter.ErrFormat)
}

func (s *stored) findEnd(ctx context.Context, d *database) error {
	rows, err := d.query(ctx, MessageTable,
		selectRow+"message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT 1", s.id)
	if err != nil || len(rows) == 0 {
		return err
	}
	s.last, s.lastAt = rows[0].key, positionOf(rows[0])
	rows, err = d.query(ctx, PartTable, selectRow+"part WHERE message_id = ? ORDER BY id DESC LIMIT 1", s.last.id)
	if len(rows) > 0 {
		s.lastPart = rows[0].key.name()
	}
	return err
}

// messages implements source. If the database is overwritten during the read of a message, it reads the message again
// from a new snapshot, which holds it as well.
func (s stored) messages(ctx context.Context) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		c := cursor{path: s.path, session: s.id}
		defer c.close()
		for {
			m, ok, err := c.next(ctx)
			if err != nil {
				yield(m, err)
				return
			}
			if !ok || s.lastAt.before(positionOf(m.Row)) {
				return
			}
			isLast := c.at.rowid == s.last.rowid
			if isLast {
				m = s.asItWas(m)
			}
			if !yield(m, nil) || isLast {
				return
			}
		}
	}
}

// asItWas drops the parts that the newest message has gained since the session was opened.
func (s stored) asItWas(m Message) Message {
	for i, part := range m.Parts {
		if part.key.name() > s.lastPart {
			m.Parts = m.Parts[:i]
			break
		}
	}
	return m
}

// cursor iterates over the messages of a session.
type cursor struct {
	path     string
	session  any
	database *database
	// at is the message that was read last.
	at key
}

func (c *cursor) close() {
	if c.database != nil {
		c.database.close()
		c.database = nil
	}
}

// next returns the message after the last one that was read. Ok is false after the newest message.
func (c *cursor) next(ctx context.Context) (m Message, ok bool, err error) {
	for tries := 1; ; tries++ {
		m, err = c.fetch(ctx)
		if c.database != nil && c.database.snapshot.Changed() {
			err = snapshot.ErrChanged
		}
		if !errors.Is(err, snapshot.ErrChanged) || tries == attempts {
			break
		}
		c.close()
		if err := sleep(ctx, pause); err != nil {
			return m, false, err
		}
	}
	if err != nil || m.Row.Raw == nil {
		return m, false, err
	}
	if !m.Row.key.follows(c.at) {
		return m, false, fmt.Errorf("%s: %w: its messages have no order", c.path, adapter.ErrFormat)
	}
	c.at = m.Row.key
	return m, true, nil
}

// fetch reads the next message. Its row is the zero value if there is none.
func (c *cursor) fetch(ctx context.Context) (m Message, err error) {
	if c.database == nil {
		if c.database, err = openDatabase(ctx, c.path); err != nil {
			return m, err
		}
	}
	d := c.database
	found, err := d.next.QueryContext(ctx, c.session, cmp.Or(c.at.time, any(int64(math.MinInt64))),
		cmp.Or(c.at.id, any("")))
	if err != nil {
		return m, d.explain(err)
	}
	rows, err := d.collect(MessageTable, found)
	if err != nil || len(rows) == 0 {
		return m, err
	}
	m.Row = rows[0]
	if found, err = d.parts.QueryContext(ctx, m.Row.key.id); err != nil {
		return m, d.explain(err)
	}
	m.Parts, err = d.collect(PartTable, found)
	return m, err
}

// started implements source. A call of the tool task names the session that it started.
func (s stored) started(ctx context.Context) ([]Started, error) {
	var found []Started
	err := read(ctx, s.path, func(d *database) error {
		found = nil
		children, err := d.query(ctx, SessionTable, selectRow+"session WHERE parent_id = ? ORDER BY time_created, id", s.id)
		if err != nil || len(children) == 0 {
			return err
		}
		calls, err := d.query(ctx, PartTable, `SELECT id, json_extract(data, '$.state.metadata.sessionId') AS child FROM part
			WHERE session_id = ? AND json_valid(data) AND json_extract(data, '$.tool') = 'task' ORDER BY id`, s.id)
		if err != nil {
			return err
		}
		for _, child := range children {
			start := Started{Location: adapter.Location{Path: s.path, ID: child.ID}}
			for _, call := range calls {
				if call.Get("child").Is(child.ID) {
					start.Part = call.ID
				}
			}
			found = append(found, start)
		}
		return nil
	})
	return found, err
}

// listColumns are the columns of a session that a list shows.
var listColumns = []string{
	"id", "slug", "directory", "title", "version", "parent_id", "model", "time_created", "time_updated",
}

// ListSessions returns the rows of all sessions of a database, with the columns that a list shows. Errors are those of
// [Open]. If the error reports sessions of a newer version, the rows are valid nevertheless.
func ListSessions(ctx context.Context, path string) ([]Row, error) {
	var rows []Row
	err := read(ctx, path, func(d *database) (err error) {
		var columns []string
		for _, column := range listColumns {
			if slices.Contains(d.columns[SessionTable], column) {
				columns = append(columns, column)
			}
		}
		if rows, err = d.query(ctx, SessionTable, "SELECT "+strings.Join(columns, ", ")+" FROM session"); err != nil {
			return err
		}
		if err = d.newer(ctx); err != nil {
			return d.explain(err)
		}
		return nil
	})
	return rows, err
}

// Exists reports whether a database holds a session. It returns false if there is no database.
func Exists(ctx context.Context, path, id string) (bool, error) {
	err := read(ctx, path, func(d *database) error {
		_, err := d.session(ctx, id)
		return err
	})
	if errors.Is(err, adapter.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
