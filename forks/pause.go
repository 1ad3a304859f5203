package forks

import (
	"time"

	"stead/timeline"
)

// pause finds the boundary between the last records of a turn and the first records of the next. CLIs record the end of
// a turn right after it, and the beginning of the next one right before its prompt: the longest pause is the time in
// which the user was thinking.
type pause struct {
	isOpen bool
	last   time.Time
	// split is the position after the longest pause so far.
	longest time.Duration
	split   int
}

func (p *pause) begin(position int, e *timeline.Entry) {
	*p = pause{isOpen: true, last: timeOf(e, time.Time{}), split: position + 1}
}

func (p *pause) see(position int, e *timeline.Entry) {
	now := timeOf(e, p.last)
	if length := now.Sub(p.last); p.isOpen && length > p.longest && !p.last.IsZero() {
		p.longest, p.split = length, position
	}
	p.last = now
}

// end returns the position after the records of the turn that is kept.
func (p *pause) end(position int, prompt *timeline.Entry) int {
	p.isOpen = true
	p.see(position, prompt)
	p.isOpen = false
	return p.split
}

func timeOf(e *timeline.Entry, otherwise time.Time) time.Time {
	if t, err := time.Parse(time.RFC3339, e.Timestamp); err == nil {
		return t
	}
	return otherwise
}
