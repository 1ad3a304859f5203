package cusf

import (
	"strings"
	"time"

	format "stead/adapters/cusf"
)

// clock ensures that no line has an earlier time than the line before it. The standard requires this, and the order of
// the lines carries meaning, so the clock changes times instead.
type clock struct {
	out  *output
	last time.Time
}

// change says how a clock changed a time.
type change int

const (
	kept change = iota
	madeUp
	raised
)

// next returns the time for the next line. If the source has none, it is a millisecond after the last time.
func (c *clock) next(text string) (string, change) {
	t, ok := format.ParseTime(text)
	switch {
	case !ok:
		c.last = c.last.Add(time.Millisecond)
		return format.FormatTime(c.last), madeUp
	case t.Before(c.last):
		return format.FormatTime(c.last), raised
	}
	c.last = t
	if strings.HasSuffix(text, "Z") && len(text) <= len("2006-01-02T15:04:05.123456789Z") {
		return text, kept
	}
	return format.FormatTime(t), kept
}

// stamp returns the time for the next line, and declares a change as a loss.
func (c *clock) stamp(text string) string {
	stamp, done := c.next(text)
	switch done {
	case madeUp:
		c.out.lose("missing time", "every line needs one: stead adds a millisecond to that of the line before")
	case raised:
		c.out.lose("time out of order", "times must not run backwards: stead repeats that of the line before")
	}
	return stamp
}
