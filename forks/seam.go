package forks

import (
	"context"
	"math"
	"strings"
	"time"

	"stead/timeline"
)

// seam is what a cut after a position of the stream does to the entries beside it.
type seam struct {
	// last is the position of the last entry of the conversation that stays; up to until the records stay that follow it.
	last, until int
	// dropped are the calls that are answered beyond the cut.
	dropped map[string]bool
	// bare is the position from which entries are told without their native records: something that these were joined with is gone.
	bare int

	// open are the positions of calls without a result so far, records those of the calls' records.
	open    map[string]int
	records map[string]place
	// reach is the last record of each session before the cut, torn are the records that lie on both sides.
	reach map[string]int
	torn  map[place]bool
	tail  []tailEntry
	pause pause
	// totals is what the header says of the part that stays.
	totals
}

// place is where a native record lies.
type place struct {
	session string
	line    int
}

// tailEntry is one of the last entries before the cut: an entry that certainly stays, and the calls behind it.
type tailEntry struct {
	id   string
	call bool
}

// whole is the position of no entry.
const whole = math.MaxInt

func seamOf(ctx context.Context, s timeline.Stream, last int) (*seam, error) {
	m := &seam{
		last: last, until: last + 1, bare: whole, dropped: map[string]bool{}, open: map[string]int{}, records: map[string]place{},
		reach: map[string]int{}, torn: map[place]bool{}, totals: newTotals(s.Children),
	}
	position := -1
	err := s.Each(ctx, func(e *timeline.Entry) error {
		if position++; position <= last {
			m.seeBefore(position, e)
		} else {
			m.seeBeyond(position, e)
		}
		return nil
	})
	if err != nil || len(m.torn) == 0 {
		return m, err
	}
	return m, m.findTorn(ctx, s)
}

func placeOf(e *timeline.Entry) (place, bool) {
	if e.Native == nil || e.Native.Line == 0 {
		return place{}, false
	}
	return place{e.Native.Session, e.Native.Line}, true
}

func (m *seam) seeBefore(position int, e *timeline.Entry) {
	m.totals.add(e)
	at, recorded := placeOf(e)
	if recorded {
		m.reach[at.session] = max(m.reach[at.session], at.line)
	}
	if !e.Active() {
		return
	}
	isCall := e.Type == timeline.ToolCall
	if !isCall {
		m.tail = m.tail[:0]
	}
	id := strings.Clone(e.ID)
	m.tail = append(m.tail, tailEntry{id, isCall})
	switch {
	case isCall:
		m.open[id], m.records[id] = position, at
	case e.Type == timeline.ToolResult:
		delete(m.open, e.CallID)
		delete(m.records, e.CallID)
	}
	m.pause.begin(position, e)
}

func (m *seam) seeBeyond(position int, e *timeline.Entry) {
	if at, ok := placeOf(e); ok && at.line <= m.reach[at.session] {
		m.torn[at] = true
	}
	m.totals.see(e)
	if !e.Active() {
		m.pause.see(position, e)
		return
	}
	if m.pause.isOpen {
		m.pause.isOpen = false
		if e.StartsTurn() {
			m.until = m.pause.end(position, e)
		}
	}
	if at, ok := m.open[e.CallID]; ok && e.Type == timeline.ToolResult {
		m.drop(strings.Clone(e.CallID), at)
	}
}

// drop leaves out a call. What shares its record, or may point at it, is told without its own.
func (m *seam) drop(call string, position int) {
	m.dropped[call], m.bare = true, min(m.bare, position)
	if at := m.records[call]; at.line > 0 {
		m.torn[at] = true
	}
}

// findTorn looks for the first entry that stays of a record that is torn.
func (m *seam) findTorn(ctx context.Context, s timeline.Stream) error {
	position := -1
	for e, err := range s.Entries {
		if err == nil {
			err = ctx.Err()
		}
		if position++; err != nil || position >= min(m.until, m.bare) {
			return err
		}
		if at, ok := placeOf(e); ok && m.torn[at] && !m.isDropped(e) {
			m.bare = position
		}
	}
	return nil
}

func (m *seam) isDropped(e *timeline.Entry) bool {
	return e.Type == timeline.ToolCall && e.Active() && m.dropped[e.ID]
}

// at returns the id of the last entry that stays.
func (m *seam) at() string {
	for i := len(m.tail) - 1; i >= 0; i-- {
		if !m.tail[i].call || !m.dropped[m.tail[i].id] {
			return m.tail[i].id
		}
	}
	return ""
}

// pause finds where a turn's last records end and the next one's first begin. CLIs note a turn's end right behind it, and the next one's beginning
// right before its prompt: the longest pause is where the user thought.
type pause struct {
	isOpen bool
	last   time.Time
	// split is the position behind the longest pause so far.
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

// end returns the position behind the records of the turn that stays.
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
