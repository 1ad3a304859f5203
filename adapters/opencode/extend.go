package opencode

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strconv"

	"stead/adapters/adapter"
)

// conversation selects the rows of the conversation. Other data of a session, such as its title and its todo list, may
// change without a new message.
const conversation = `SELECT 0 AS rank, time_created AS place, id, '' AS message, data FROM message WHERE session_id = ?1
	UNION ALL SELECT 1, 0, id, message_id, data FROM part WHERE session_id = ?1
	ORDER BY rank, place, message, id`

// Digest returns the SHA-256 of a session's conversation. Errors: adapter.ErrNotFound, and those of [Open].
func Digest(ctx context.Context, location adapter.Location) (sum string, err error) {
	err = read(ctx, location.Path, func(d *database) (err error) {
		if _, err = d.session(ctx, location.ID); err == nil {
			sum, err = digest(ctx, d, location.ID)
		}
		return err
	})
	return sum, err
}

// Digest returns the digest of the session in its current state, which stays the same until the transaction ends.
func (t *Transaction) Digest(ctx context.Context, session string) (string, error) {
	sum, err := digest(ctx, t.tx, session)
	return sum, t.explain(err)
}

func digest(ctx context.Context, q querier, session string) (string, error) {
	sum := sha256.New()
	if err := addRows(ctx, sum, q, conversation, session); err != nil {
		return "", err
	}
	columns, err := columnsOf(ctx, q, SessionTable)
	if err == nil && slices.Contains(columns, "revert") { // what the user undid
		err = addRows(ctx, sum, q, "SELECT 2, 0, id, '', coalesce(revert, '') FROM session WHERE id = ?1", session)
	}
	return hex.EncodeToString(sum.Sum(nil)), err
}

// addRows adds rows to the sum in an encoding in which no two different rows look alike.
func addRows(ctx context.Context, sum hash.Hash, q querier, query, session string) error {
	rows, err := q.QueryContext(ctx, query, session)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var rank, place int64
		var id, message, data string
		if err := rows.Scan(&rank, &place, &id, &message, &data); err != nil {
			return err
		}
		for _, column := range []string{strconv.FormatInt(rank, 10), strconv.FormatInt(place, 10), id, message, data} {
			_, _ = fmt.Fprintf(sum, "%d:%s", len(column), column)
		}
	}
	return rows.Err()
}

// Rows returns the ids of a session's rows, including the id of the session itself.
func (t *Transaction) Rows(ctx context.Context, session string) (map[string]bool, error) {
	found, err := t.tx.QueryContext(ctx, `SELECT id FROM session WHERE id = ?1 UNION ALL SELECT id FROM message WHERE session_id = ?1
		UNION ALL SELECT id FROM part WHERE session_id = ?1`, session)
	if err != nil {
		return nil, t.explain(err)
	}
	defer func() { _ = found.Close() }()
	ids := map[string]bool{}
	for found.Next() {
		var id string
		if err := found.Scan(&id); err != nil {
			return nil, t.explain(err)
		}
		ids[id] = true
	}
	return ids, t.explain(found.Err())
}

// Touch sets the time of a session's last use to now, so that lists show it among the newest.
func (t *Transaction) Touch(ctx context.Context, session string) error {
	_, err := t.tx.ExecContext(ctx, "UPDATE session SET time_updated = ? WHERE id = ?", t.now, session)
	return t.explain(err)
}
