package notify

import (
	"fmt"
	"strings"
	"time"
)

// Quiet are hours of each day in which nobody is notified. The zero value is none.
type Quiet struct {
	from, to time.Duration // since midnight
}

// ParseQuiet reads hours such as "22:00-07:30", which may go past midnight. The empty string is none.
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

// Covers reports whether it is quiet at that time, by the clock of its zone.
func (q Quiet) Covers(at time.Time) bool {
	clock := sinceMidnight(at)
	if q.from <= q.to {
		return q.from <= clock && clock < q.to
	}
	return clock >= q.from || clock < q.to
}

// sinceMidnight is what the clock on the wall shows. On the day on which the clocks change that is not the time since
// midnight.
func sinceMidnight(at time.Time) time.Duration {
	return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute +
		time.Duration(at.Second())*time.Second
}
