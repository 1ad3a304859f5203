package stats

import (
	"slices"
	"strings"
)

// Merge puts the sums of several machines together, which have answered the same query. A session that several of them
// have counts on each. What is no sum by the query's dimensions is passed over: it is another machine's word.
func Merge(q Query, all ...Result) Result {
	s := &summing{Query: q, rows: map[string]*sum{}, unpriced: map[string]bool{}}
	s.total = s.newSum(nil)
	merged := Result{Rows: []Row{}, Unpriced: []string{}}
	for _, r := range all {
		if !slices.Equal(r.By, q.By) {
			continue
		}
		s.total.with(r.Total)
		for _, row := range r.Rows {
			if len(row.Keys) != len(q.By) {
				continue
			}
			key := strings.Join(row.Keys, "\x00")
			if s.rows[key] == nil {
				s.rows[key] = s.newSum(row.Keys)
			}
			s.rows[key].with(row.Figures)
		}
		merged.Unpriced = append(merged.Unpriced, r.Unpriced...)
	}
	for _, row := range s.rows {
		merged.Rows = append(merged.Rows, row.Row)
	}
	slices.SortFunc(merged.Rows, s.order)
	slices.Sort(merged.Unpriced)
	merged.By, merged.Total, merged.Unpriced = append([]Dimension{},
		q.By...), s.total.Figures, slices.Compact(merged.Unpriced)
	return merged
}

// with adds figures, as far as they belong to these.
func (f *Figures) with(more Figures) {
	f.Sessions += more.Sessions
	addTo(f.Turns, more.Turns)
	addTo(f.Calls, more.Calls)
	addTo(f.Failures, more.Failures)
	if f.Tokens == nil || more.Tokens == nil {
		return
	}
	t, m := f.Tokens, more.Tokens
	t.Responses += m.Responses
	t.Input += m.Input
	t.Output += m.Output
	t.CacheRead += m.CacheRead
	t.CacheWrite += m.CacheWrite
	t.Reasoning += m.Reasoning
	t.Unpriced += m.Unpriced
	if m.Cost == nil {
		return
	}
	if t.Cost == nil {
		t.Cost = new(float64)
	}
	*t.Cost += *m.Cost
}

func addTo(sum, more *int64) {
	if sum != nil && more != nil {
		*sum += *more
	}
}
