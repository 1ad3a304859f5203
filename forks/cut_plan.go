package forks

import (
	"context"
	"math"
	"slices"
	"strings"

	"stead/timeline"
)

// cutPlan describes how a cut after a position of the stream affects the entries around it.
type cutPlan struct {
	// last is the position of the last entry of the conversation that is kept. Records that follow it are kept up to
	// until, exclusive.
	last, until int
	// dropped are the calls that are answered after the cut.
	dropped map[string]bool
	// bare is the position from which entries lose their native records, because something that those were connected
	// with is gone.
	bare int

	// open are the calls without a result so far.
	open openCalls
	// reach is the last record of each session before the cut. Torn are the records with entries on both sides.
	reach map[string]int
	torn  map[place]bool
	tail  []tailEntry
	pause pause
	// totals are for the header of the part that is kept.
	totals
}

// place is the position of a native record.
type place struct {
	session string
	line    int
}

// tailEntry is one of the last entries before the cut: the last entry that is certainly kept, or a call after it.
type tailEntry struct {
	id             string
	position       int
	call, isPrompt bool
}

// whole is larger than the position of any entry.
const whole = math.MaxInt

func planCut(ctx context.Context, s timeline.Stream, last int) (*cutPlan, error) {
	m := &cutPlan{
		last: last, until: last + 1, bare: whole, dropped: map[string]bool{}, open: newOpenCalls(),
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
	if end := m.end(); end.isPrompt {
		m.bare = min(m.bare, end.position) // the CLI's notes about a prompt follow it, and are cut off
	}
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

func (m *cutPlan) seeBefore(position int, e *timeline.Entry) {
	m.add(e)
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
	m.tail = append(m.tail, tailEntry{strings.Clone(e.ID), position, isCall, e.StartsTurn()})
	m.open.see(position, e)
	m.pause.begin(position, e)
}

func (m *cutPlan) seeBeyond(position int, e *timeline.Entry) {
	if at, ok := placeOf(e); ok && at.line <= m.reach[at.session] {
		m.torn[at] = true
	}
	m.see(e)
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
	if call, ok := m.open.call(e.CallID); ok && e.Type == timeline.ToolResult {
		m.drop(strings.Clone(e.CallID), call)
	}
}

// drop omits a call. Entries that share its record, or may refer to it, lose their records.
func (m *cutPlan) drop(id string, call openCall) {
	m.dropped[id], m.bare = true, min(m.bare, call.since)
	if call.record.line > 0 {
		m.torn[call.record] = true
	}
}

// findTorn finds the first kept entry of a torn record.
func (m *cutPlan) findTorn(ctx context.Context, s timeline.Stream) error {
	position, open := -1, newOpenCalls()
	for e, err := range s.Entries {
		if err == nil {
			err = ctx.Err()
		}
		if position++; err != nil || position >= min(m.until, m.bare) {
			return err
		}
		if e.Active() {
			open.see(position, e)
		}
		if at, ok := placeOf(e); ok && m.torn[at] && !m.isDropped(e) {
			m.bare = open.since(position)
		}
	}
	return nil
}

func (m *cutPlan) isDropped(e *timeline.Entry) bool {
	return e.Type == timeline.ToolCall && e.Active() && m.dropped[e.ID]
}

// end returns the last entry that is kept.
func (m *cutPlan) end() tailEntry {
	for _, e := range slices.Backward(m.tail) {
		if !e.call || !m.dropped[e.id] {
			return e
		}
	}
	return tailEntry{}
}
