package index

import (
	"context"
	"database/sql"

	"stead/readers"
	"stead/timeline"
)

// write brings the tables of places and sessions to what was seen, in one transaction. When nothing has changed there
// is none.
func (s *survey) write(ctx context.Context, db *sql.DB) error {
	if len(s.news) == 0 && len(s.known) == len(s.seen) {
		return nil
	}
	s.report.changed = true
	tx, err := begin(ctx, db)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	w := placeWriter{ctx: ctx, tx: tx, again: newRenewal(tx)}
	if w.gone, err = s.gone(ctx, tx); err != nil {
		return err
	}
	for i := range s.news {
		if err := w.place(&s.news[i]); err != nil {
			return err
		}
	}
	s.report.Gone = len(w.gone)
	for _, g := range w.gone {
		if err := w.remove(g.id); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// gonePlace is a place that was not seen again.
type gonePlace struct {
	id, inode int64
	cli       string
}

// gone returns the places that are no more. Those of a store that could not be seen whole may still be there.
func (s *survey) gone(ctx context.Context, tx *transaction) ([]gonePlace, error) {
	var gone []gonePlace
	for key, known := range s.known {
		if s.seen[key] {
			continue
		}
		g := gonePlace{id: known.id}
		var root string
		err := tx.QueryRowContext(ctx, "SELECT cli, store, inode FROM place WHERE id = ?", known.id).Scan(&g.cli, &root,
			&g.inode)
		if err == sql.ErrNoRows {
			continue // another process was quicker
		}
		if err != nil {
			return nil, err
		}
		if !s.unsure[storeKey(g.cli, root)] {
			gone = append(gone, g)
		}
	}
	return gone, nil
}

// placeWriter writes places and their sessions.
type placeWriter struct {
	ctx  context.Context
	tx   *transaction
	gone []gonePlace
	// again marks the relatives of sessions that came or changed.
	again renewal
}

func (w *placeWriter) exec(query string, args ...any) error {
	_, err := w.tx.ExecContext(w.ctx, query, args...)
	return err
}

// place writes a place as it now stands. One that a session's file was moved to takes the old one's row, with all that
// was read of it.
func (w *placeWriter) place(n *news) error {
	var grows readers.File
	if len(n.Files) > 0 {
		grows = n.Files[0]
	}
	beside := besideOf(n.Place)
	id, isSame, err := w.find(n, grows, beside)
	if err != nil {
		return err
	}
	err = w.tx.QueryRowContext(w.ctx, `INSERT INTO place(id, key, stamp, cli, store, path, inode, size, mtime, beside) VALUES(?,?,?,?,?,?,?,?,?,?)
		ON CONFLICT(id) DO UPDATE SET key = excluded.key, stamp = excluded.stamp, store = excluded.store, path = excluded.path,
			inode = excluded.inode, size = excluded.size, mtime = excluded.mtime, beside = excluded.beside RETURNING id`,
		id, n.key, n.stamp, n.Store.CLI, n.Store.Root, n.Path, int64(grows.Inode), grows.Size, grows.Modified, beside).Scan(
		&id)
	if err != nil {
		return err
	}
	return w.sessions(n, id.Int64, isSame)
}

// find returns the row of a place, if there is one, and whether the files are those that it says.
func (w *placeWriter) find(n *news, grows readers.File, beside int64) (id sql.NullInt64, isSame bool, err error) {
	var was readers.File
	var besideWas, inode int64
	err = w.tx.QueryRowContext(w.ctx, "SELECT id, inode, size, mtime, beside FROM place WHERE key = ?", n.key).
		Scan(&id, &inode, &was.Size, &was.Modified, &besideWas)
	if err == sql.ErrNoRows && grows.Inode != 0 {
		for i, g := range w.gone {
			if g.cli != n.Store.CLI || g.inode != int64(grows.Inode) {
				continue
			}
			err = w.tx.QueryRowContext(w.ctx, "SELECT id, inode, size, mtime, beside FROM place WHERE id = ?", g.id).
				Scan(&id, &inode, &was.Size, &was.Modified, &besideWas)
			w.gone = append(w.gone[:i:i], w.gone[i+1:]...)
			break
		}
	}
	if err == sql.ErrNoRows {
		return id, false, nil
	}
	isSame = inode == int64(grows.Inode) && was.Size == grows.Size && was.Modified == grows.Modified && besideWas == beside
	return id, isSame, err
}

// sessions writes the sessions of a place, and removes those that are there no more.
func (w *placeWriter) sessions(n *news, place int64, isSame bool) error {
	known, err := w.known(place)
	if err != nil {
		return err
	}
	isFile := len(n.sessions) == 1 && len(n.Files) > 0 && n.Files[0].Path == n.Path
	for _, s := range n.sessions {
		was, ok := known[s.ID]
		delete(known, s.ID)
		isNew := !ok || was.begins != s.Begins
		isPending := !isSame
		if !isFile { // of a database all files change with each session
			isPending = was.updated != nanoseconds(s.Updated)
		}
		if !ok {
			err = w.insert(s, place)
		} else {
			err = w.update(s, was.n, isPending)
		}
		if err == nil && (isNew || isPending && was.isWithin) {
			err = w.renew(s, was.begins)
		}
		if err != nil {
			return err
		}
	}
	if len(n.failures) > 0 {
		return nil // what could not be read may still be there
	}
	for _, was := range known {
		if err := w.removeSession(was.n); err != nil {
			return err
		}
	}
	return nil
}

// renew has the sessions read anew that are like one which is new, or begins in another way than it did, or has gone
// its own way.
func (w *placeWriter) renew(s timeline.Summary, begins string) error {
	if begins != "" && begins != s.Begins {
		delete(w.again.done, [2]string{s.CLI, s.Begins}) // the session itself is not marked
		if err := w.again.relatives(w.ctx, s.CLI, s.ID, begins, 0); err != nil {
			return err
		}
	}
	return w.again.relatives(w.ctx, s.CLI, s.ID, s.Begins, 1)
}

type knownSession struct {
	n, updated int64
	begins     string
	isWithin   bool
}

func (w *placeWriter) known(place int64) (map[string]knownSession, error) {
	rows, err := w.tx.QueryContext(w.ctx,
		"SELECT id, n, updated, begins, ifnull(within, 0) != 0 FROM session WHERE place = ?", place)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // it was only read
	known := map[string]knownSession{}
	for rows.Next() {
		var id string
		var s knownSession
		if err := rows.Scan(&id, &s.n, &s.updated, &s.begins, &s.isWithin); err != nil {
			return nil, err
		}
		known[id] = s
	}
	return known, rows.Err()
}

func (w *placeWriter) insert(s timeline.Summary, place int64) error {
	return w.exec(`INSERT INTO session(cli, id, path, parent, title, project, branch, model, version, created, updated, bytes, place, forked, begins)
		VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`, s.CLI, s.ID, s.Path, s.Parent, s.Title, s.Project, s.Branch, s.Model, s.Version,
		nanoseconds(s.Created), nanoseconds(s.Updated), s.Bytes, place, s.ForkedFrom, s.Begins)
}

func (w *placeWriter) update(s timeline.Summary, n int64, isPending bool) error {
	return w.exec(`UPDATE session SET path = ?, parent = ?, title = ?, project = ?, branch = ?, model = ?, version = ?, created = ?, updated = ?,
		bytes = ?, forked = ?, begins = ?, pending = pending OR ? WHERE n = ?`, s.Path, s.Parent, s.Title, s.Project, s.Branch, s.Model, s.Version,
		nanoseconds(s.Created), nanoseconds(s.Updated), s.Bytes, s.ForkedFrom, s.Begins, isPending, n)
}

// remove removes a place with its sessions.
func (w *placeWriter) remove(place int64) error {
	known, err := w.known(place)
	if err != nil {
		return err
	}
	for _, s := range known {
		if err := w.removeSession(s.n); err != nil {
			return err
		}
	}
	return w.exec("DELETE FROM place WHERE id = ?", place)
}

// removeSession removes a session and all that was read of it.
func (w *placeWriter) removeSession(n int64) error {
	if err := clearSession(w.ctx, w.tx, n); err != nil {
		return err
	}
	var cli, id, begins string
	err := w.tx.QueryRowContext(w.ctx, "DELETE FROM session WHERE n = ? RETURNING cli, id, begins", n).
		Scan(&cli, &id, &begins)
	if err != nil {
		return err
	}
	if err := w.exec("DELETE FROM copy WHERE holder = ?", n); err != nil {
		return err
	}
	return w.again.relatives(w.ctx, cli, id, begins, 0)
}

// clearSession removes what was read of a session.
func clearSession(ctx context.Context, tx *transaction, n int64) error {
	for _, table := range []string{"usage", "tooluse", "turnuse", "copy"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE n = ?", n); err != nil {
			return err
		}
	}
	first, last := Rows(n)
	var hasPieces bool
	err := tx.QueryRowContext(ctx, "SELECT EXISTS(SELECT 1 FROM piece WHERE rowid BETWEEN ? AND ?)", int64(first),
		int64(last)).Scan(&hasPieces)
	if err != nil || !hasPieces {
		return err // a deletion would have FTS5 write out what it has gathered
	}
	for _, table := range []string{"f", "piece"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE rowid BETWEEN ? AND ?", int64(first),
			int64(last)); err != nil {
			return err
		}
	}
	return nil
}
