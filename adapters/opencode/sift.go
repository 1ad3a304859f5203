package opencode

import (
	"context"
	"database/sql"
)

// Sift calls fn with the JSON of each message and part of a database, and the id of its session in the database, in no
// particular order. It decodes nothing, which makes it several times as fast as reading the sessions. The bytes are
// valid only until fn returns. If the database is overwritten meanwhile, Sift calls fn again with the new content.
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
	defer func() { _ = rows.Close() }() // the statement only reads
	var session, data sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&session, &data); err != nil {
			return err
		}
		fn(string(session), data)
	}
	return rows.Err()
}
