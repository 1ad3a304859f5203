package orchestrator

import (
	"slices"

	"stead/runs"
	"stead/timeline"
)

// isAdded reports whether an entry of a run's journal was added by one of the CLIs that the run went through.
func isAdded(e *timeline.Entry, run runs.Run) bool {
	n := e.Native
	if n == nil || n.Session == "" {
		return false
	}
	return n.Session == run.To.ID || slices.ContainsFunc(run.Hops, func(h runs.Hop) bool { return n.Session == h.To.ID })
}

// isAgain reports whether an entry is a prompt with which stead made a CLI go on.
func isAgain(e *timeline.Entry, run runs.Run) bool {
	return slices.ContainsFunc(run.Again, func(a runs.Again) bool { return a.Entry == e.ID && a.Session.ID == e.Native.Session })
}

// added counts the entries that a run's CLIs have added: all of them, and those up to where nothing is open: no call waits for its
// result, and no prompt for an answer.
func added(journal timeline.Stream, run runs.Run) (whole, settled int, err error) {
	open, asked := map[string]bool{}, false
	for e, err := range journal.Entries {
		if err != nil {
			return whole, settled, err
		}
		if !isAdded(e, run) {
			continue
		}
		whole++
		switch {
		case isAgain(e, run):
			clear(open)
		case !e.Active():
		case e.Type == timeline.User:
			clear(open) // what a turn that was broken off has left open stays so
			asked = true
		case e.Type == timeline.ToolCall:
			open[e.ID], asked = true, false
		case e.Type == timeline.ToolResult:
			delete(open, e.CallID)
		default:
			asked = false
		}
		if len(open) == 0 && !asked {
			settled = whole
		}
	}
	return whole, settled, nil
}

// until returns the run's timeline up to the added entry that has the given place.
func until(journal timeline.Stream, run runs.Run, last int) timeline.Stream {
	return part(journal, run, 0, last)
}

// between returns only the added entries after one place up to another.
func between(journal timeline.Stream, run runs.Run, after, last int) timeline.Stream {
	return part(journal, run, after+1, last)
}

// part returns what lies between two places: what the run has continued lies at place 0.
func part(journal timeline.Stream, run runs.Run, first, last int) timeline.Stream {
	all := journal.Entries
	journal.Entries = func(yield func(*timeline.Entry, error) bool) {
		at := 0
		for e, err := range all {
			if err == nil && isAdded(e, run) {
				at++
			}
			if at > last {
				return
			}
			if (err != nil || at >= first) && !yield(e, err) {
				return
			}
		}
	}
	return journal
}
