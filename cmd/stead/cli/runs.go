package cli

import (
	"cmp"
	"fmt"
	"strings"

	"stead/runs"
	"stead/timeline"
)

// states of a run in lists, beside those of package signs.
const (
	// stateDead: stead was killed and the run has no end.
	stateDead = "dead"
	// stateForked: the session was made, and no CLI started on it.
	stateForked = "forked"
	stateMerged = "merged"
	// stateRunning: the run is of a stead that told no states.
	stateRunning = "running"
)

// shownState says in a word how a run is.
func shownState(r runs.Run, alive bool) string {
	switch {
	case r.Status == runs.Running && !alive:
		return stateDead
	case r.Status == runs.Running:
		return cmp.Or(string(r.State), stateRunning)
	case r.Unstarted && r.Kind == timeline.LineageMerge:
		return stateMerged
	case r.Unstarted:
		return stateForked
	case r.Status == runs.Completed:
		return "done"
	case r.Status == runs.Failed && r.State.Ended():
		return string(r.State)
	}
	return string(r.Status)
}

// route names the CLIs that a run went through: first that of the session which it continues, if any.
func route(r runs.Run) string {
	var names []string
	if r.From.CLI != "" {
		names = append(names, r.From.CLI)
	}
	for _, hop := range r.Hops {
		names = append(names, hop.To.CLI)
	}
	return strings.Join(append(names, r.To.CLI), "->")
}

// amount writes a large number as people say it.
func amount(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 999_500:
		return fmt.Sprintf("%dk", (n+500)/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

// cost writes US dollars. Nothing when the CLI tells nothing.
func cost(dollars float64) string {
	if dollars == 0 {
		return ""
	}
	return fmt.Sprintf("$%.2f", dollars)
}
