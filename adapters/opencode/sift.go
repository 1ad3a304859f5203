package opencode

import (
	"context"
	"database/sql"
)

// Sift calls fn with the JSON of each message and part of a database, and the id of its session as it stands there, in
// no particular order. Nothing is decoded, which makes it several times as quick as to read the sessions. The bytes are
// fn's until it returns. Where the database is written over meanwhile, fn is called again with what it holds then.
// Errors are those of [Open].
func Sift(ctx context.Context, path string, fn func(session string, data []byte)) error {
	return read(ctx, path, func(d *database) error {
		for _, statement := range []string{
			"SELECT session_id, data FROM message",
			"SELECT message.session_id, part.data FROM part CROSS JOIN message ON message.id = part.message_id",
		} {
			if err := d.sift(ctx, statement, fn); err != nil {
				return d.explain(err)
			}
		}
		return nil
	})
}

func (d *database) sift(ctx context.Context, statement string, fn func(string, []byte)) error {
	rows, err := d.QueryContext(ctx, statement)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // it was only read
	var session, data sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&session, &data); err != nil {
			return err
		}
		fn(string(session), data)
	}
	return rows.Err()
}
