package forks

import (
	"slices"
	"strings"
	"time"

	"stead/timeline"
)

// before returns the session up to the cut.
func (m *cutPlan) before(s timeline.Stream) timeline.Stream {
	all := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		position := -1
		for e, err := range all {
			if position++; err == nil && position >= m.until {
				return
			}
			if err == nil {
				e = m.piece(position, e)
			}
			if (err != nil || e != nil) && !yield(e, err) {
				return
			}
		}
	}
	s.Header, s.Children = m.header(s.Header), m.children(s.Children)
	return s
}

// piece returns an entry as it is kept, or nil if it is not.
func (m *cutPlan) piece(position int, e *timeline.Entry) *timeline.Entry {
	switch {
	case m.isDropped(e) || position > m.last && e.Branch != "":
		return nil
	case position < m.bare:
		return e
	case !e.Active():
		return nil
	}
	bare := *e
	bare.Native = nil
	return &bare
}

// children returns the sessions of sub-agents whose calls are kept. For a sub-agent without a known call, its creation
// time decides.
func (m *cutPlan) children(all []timeline.Stream) []timeline.Stream {
	var kept []timeline.Stream
	for _, child := range all {
		call := startedBy(child)
		if m.dropped[call] || m.beyond[call] || call == "" && m.isLater(child.Header.Metadata.Created) {
			continue
		}
		kept = append(kept, child)
	}
	return kept
}

// totals accumulates what a header says about the entries of a session.
type totals struct {
	modified, model string
	usage           timeline.Usage
	branches        map[string]int
	// calls are the calls that started sub-agents. Beyond are those of them after the cut.
	calls, beyond map[string]bool
}

func newTotals(children []timeline.Stream) totals {
	t := totals{branches: map[string]int{}, calls: map[string]bool{}, beyond: map[string]bool{}}
	for _, child := range children {
		t.calls[startedBy(child)] = true
	}
	return t
}

// startedBy returns the call that started a sub-agent, or "" if it is unknown.
func startedBy(child timeline.Stream) string {
	if l := child.Header.Lineage; l != nil {
		return l.At
	}
	return ""
}

// see records an entry after the cut.
func (t *totals) see(e *timeline.Entry) {
	if t.calls[e.ID] {
		t.beyond[strings.Clone(e.ID)] = true
	}
}

func (t *totals) add(e *timeline.Entry) {
	if e.Branch != "" && !e.Hidden {
		t.branches[e.Branch]++
	}
	if e.Usage != nil {
		t.usage = t.usage.Add(*e.Usage)
	}
	if e.Active() && e.Timestamp != "" {
		t.modified = strings.Clone(e.Timestamp)
	}
	if e.Active() && e.Model != "" {
		t.model = strings.Clone(e.Model)
	}
}

func (t *totals) isLater(created string) bool {
	later, end := timeOf(&timeline.Entry{Timestamp: created},
		time.Time{}), timeOf(&timeline.Entry{Timestamp: t.modified}, time.Time{})
	return !later.IsZero() && !end.IsZero() && later.After(end)
}

// header returns the header of the part that is kept. It adds no totals that the CLI did not report.
func (t *totals) header(h timeline.Header) timeline.Header {
	if t.modified != "" {
		h.Metadata.LastModified = t.modified
	}
	if t.model != "" {
		h.Model.Model = t.model
	}
	if h.Metadata.Tokens != nil {
		h.Metadata.Tokens = &timeline.Tokens{Input: t.usage.Input, Output: t.usage.Output}
	}
	h.Metadata.Cost = min(h.Metadata.Cost, t.usage.Cost)
	h.Branches = slices.DeleteFunc(slices.Clone(h.Branches), func(b timeline.Branch) bool { return t.branches[b.ID] == 0 })
	for i := range h.Branches {
		h.Branches[i].Entries = t.branches[h.Branches[i].ID]
	}
	return h
}
