package model

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"stead/catalog/listing"
)

// cursor is the position after a session, where a list continues. Lists change while clients page through them, so the
// cursor identifies the session and its state, not only its position.
type cursor struct {
	// Count is the number of sessions in the list up to and including this one.
	Count int    `json:"n"`
	CLI   string `json:"cli"`
	ID    string `json:"id"`
	// Updated is the session's last change, in nanoseconds since 1970.
	Updated int64 `json:"updated"`
}

// cursorAt returns the cursor after the first count rows.
func cursorAt(rows []listing.Row, count int) cursor {
	last := rows[count-1]
	return cursor{Count: count, CLI: last.CLI, ID: last.ID, Updated: last.Updated.UnixNano()}
}

// String returns the cursor as an opaque text.
func (c cursor) String() string {
	text, _ := json.Marshal(c) // a struct of numbers and strings
	return base64.RawURLEncoding.EncodeToString(text)
}

// TimeOf returns the last change of the session after which a list continues. Ok is false for the beginning of a list.
func TimeOf(after string) (at time.Time, ok bool) {
	c, err := parse(after)
	return time.Unix(0, c.Updated), err == nil && after != ""
}

func parse(after string) (c cursor, err error) {
	text, err := base64.RawURLEncoding.DecodeString(after)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	return c, err
}

// begin returns the index of the first row after a cursor. An empty cursor is the beginning. The error wraps ErrQuery.
func begin(rows []listing.Row, after string) (int, error) {
	if after == "" {
		return 0, nil
	}
	c, err := parse(after)
	if err != nil || c.Count < 1 {
		return 0, fmt.Errorf("%w: the place %q does not come from a list: leave it out to start at the beginning",
			ErrQuery, after)
	}
	at := slices.IndexFunc(rows, func(r listing.Row) bool { return r.CLI == c.CLI && r.ID == c.ID })
	switch {
	case at < 0: // it is gone, and the rows behind it have moved up
		at = c.Count - 1
	case rows[at].Updated.UnixNano() == c.Updated: // others may have appeared before it, or gone
		at++
	default: // it may have moved to the front; the rows behind its old place have not moved
		at = max(at+1, c.Count)
	}
	return min(at, len(rows)), nil
}
