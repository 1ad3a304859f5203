package opencode

import "time"

// clock gives times that OpenCode can order messages by: later ones are greater, and none lies in the future. A message
// of the future would make the next run end without asking the model (1.18.33).
type clock struct {
	now, last int64
}

// room is how long before now a time begins that was of the future, so that what follows it has room.
const room = int64(time.Minute / time.Millisecond)

// at returns a timestamp in milliseconds. One that is missing is that of the message before.
func (c *clock) at(timestamp string) int64 {
	at, err := time.Parse(time.RFC3339Nano, timestamp)
	switch {
	case err != nil || at.UnixMilli() <= 0:
		return max(c.last, 1)
	case at.UnixMilli() > c.now:
		return max(c.last, c.now-room)
	}
	return at.UnixMilli()
}

// next returns the time of a message: that of its timestamp, but after the message before.
func (c *clock) next(milliseconds int64) int64 {
	if milliseconds > c.now {
		milliseconds = c.now - room
	}
	c.last = max(milliseconds, c.last+1)
	return c.last
}
