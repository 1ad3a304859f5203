package summaries

import (
	"slices"
	"time"

	"stead/runs"
	"stead/runs/dated"
)

// isShown reports whether ps could show a run: its names and times are such as stead writes.
func isShown(r runs.Run) bool {
	statuses := []runs.Status{runs.Running, runs.Completed, runs.Failed, runs.Interrupted}
	if !dated.IsID(r.ID) || !slices.Contains(statuses, r.Status) || !isSession(r.To) || r.From != (runs.Session{}) &&
		!isSession(r.From) {
		return false
	}
	if r.Came != nil && r.Came.From != "" && !isID(r.Came.From) {
		return false
	}
	if slices.ContainsFunc(r.Hops, func(h runs.Hop) bool { return !isSession(h.To) }) {
		return false
	}
	for _, word := range []string{string(r.State), r.Kind} {
		if word != "" && !isName(word) {
			return false
		}
	}
	return isTime(r.Started) && !slices.ContainsFunc([]time.Time{r.Since, r.Resumed, r.Unleased},
		func(t time.Time) bool { return !t.IsZero() && !isTime(t) })
}

// isSession reports whether it names one. A CLI may not have shown yet which session it has begun.
func isSession(s runs.Session) bool { return isName(s.CLI) && (s.ID == "" || isID(s.ID)) }
