package kimicli

import "time"

// clock provides the times of the records.
type clock struct {
	created string    // the session's start time in its header
	now     time.Time // the time of this export
	last    time.Time // the time of the newest record
}

// stamp returns the time of an entry. An entry without a time gets that of the previous record. The time is never in
// the future.
func (c *clock) stamp(timestamp string) time.Time {
	at := momentOr(timestamp, c.last)
	if at.IsZero() {
		at = momentOr(c.created, c.now)
	}
	if at.After(c.now) {
		at = c.now
	}
	c.last = at
	return at
}

func momentOr(timestamp string, otherwise time.Time) time.Time {
	if at, err := time.Parse(time.RFC3339, timestamp); err == nil {
		return at
	}
	return otherwise
}
