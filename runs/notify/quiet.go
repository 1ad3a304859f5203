package notify

import (
	"fmt"
	"strings"
	"time"
)

// Quiet is a range of hours in each day in which the user is not notified. The zero value is empty.
type Quiet struct {
	from, to time.Duration // since midnight
}

// ParseQuiet parses hours such as "22:00-07:30", which may cross midnight. The empty string means no quiet hours.
func ParseQuiet(text string) (Quiet, error) {
	if text == "" {
		return Quiet{}, nil
	}
	from, to, _ := strings.Cut(text, "-")
	begin, err := parseClock(from)
	end, endErr := parseClock(to)
	if err != nil || endErr != nil || begin == end {
		return Quiet{}, fmt.Errorf("%q are not hours: write them as 22:00-07:30", text)
	}
	return Quiet{begin, end}, nil
}

func parseClock(text string) (time.Duration, error) {
	clock, err := time.Parse("15:04", strings.TrimSpace(text))
	return sinceMidnight(clock), err
}

// Covers reports whether a time is within the quiet hours, by the clock of its zone.
func (q Quiet) Covers(at time.Time) bool {
	clock := sinceMidnight(at)
	if q.from <= q.to {
		return q.from <= clock && clock < q.to
	}
	return clock >= q.from || clock < q.to
}

// sinceMidnight returns the time of day on the wall clock. On a day when the clocks change, it differs from the time
// since midnight.
func sinceMidnight(at time.Time) time.Duration {
	return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute +
		time.Duration(at.Second())*time.Second
}
