package opencode

import "time"

// clock provides times by which OpenCode can order messages: they increase, and none is in the future. A message in the
// future would make the next run end without a request to the model (1.18.33).
type clock struct {
	now, last int64
}

// room is the distance from now of a time that replaces one in the future, so that there is room for the messages after
// it.
const room = int64(time.Minute / time.Millisecond)

// at converts a timestamp to milliseconds. A missing timestamp becomes the time of the previous message.
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

// next returns the time of a message: its own time, but later than that of the previous message.
func (c *clock) next(milliseconds int64) int64 {
	if milliseconds > c.now {
		milliseconds = c.now - room
	}
	c.last = max(milliseconds, c.last+1)
	return c.last
}
