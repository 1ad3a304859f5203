package kimicli

import "time"

// clock gives the records their times.
type clock struct {
	created string    // when the session began, as its header says
	now     time.Time // of the writing
	last    time.Time // of the newest record
}

// stamp returns the time of an entry: that of the record before where it has none, and never one that is still to come.
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
