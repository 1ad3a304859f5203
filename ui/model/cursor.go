package model

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"stead/catalog/listing"
)

// cursor is where a list goes on: behind a session. Lists change while they are read, so it knows the session and how
// it was, not only its place.
type cursor struct {
	// Count is how many sessions the list had up to this one.
	Count int    `json:"n"`
	CLI   string `json:"cli"`
	ID    string `json:"id"`
	// Updated is when the session had changed, in nanoseconds since 1970.
	Updated int64 `json:"updated"`
}

// cursorAt returns where a list goes on of which so many rows were shown.
func cursorAt(rows []listing.Row, count int) cursor {
	last := rows[count-1]
	return cursor{Count: count, CLI: last.CLI, ID: last.ID, Updated: last.Updated.UnixNano()}
}

// String returns the cursor as a text without meaning to others.
func (c cursor) String() string {
	text, _ := json.Marshal(c) // numbers and texts
	return base64.RawURLEncoding.EncodeToString(text)
}

// TimeOf returns when the session had changed behind which a list goes on. Ok is false for the beginning of a list.
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

// begin returns the first row behind a cursor. An empty one is the beginning. The error wraps ErrQuery.
func begin(rows []listing.Row, after string) (int, error) {
	if after == "" {
		return 0, nil
	}
	c, err := parse(after)
	if err != nil || c.Count < 1 {
		return 0, fmt.Errorf("%w: the place %q is none that a list has named: leave it out to begin at the beginning",
			ErrQuery, after)
	}
	at := slices.IndexFunc(rows, func(r listing.Row) bool { return r.CLI == c.CLI && r.ID == c.ID })
	switch {
	case at < 0: // it is gone, and those behind it have moved up
		at = c.Count - 1
	case rows[at].Updated.UnixNano() == c.Updated: // others may have come before it, or gone
		at++
	default: // it may have moved to the front: those behind its old place are where they were
		at = max(at+1, c.Count)
	}
	return min(at, len(rows)), nil
}
