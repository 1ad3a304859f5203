package history

import (
	"slices"

	"stead/runs"
	"stead/timeline"
)

// IsAdded reports whether an entry was added to a run's journal after its beginning: from one of the CLIs that the run
// went through, or from a mirror.
func IsAdded(e *timeline.Entry, run runs.Run) bool {
	n := e.Native
	if n == nil || n.Session == "" {
		return false
	}
	isOf := func(s runs.Session, by runs.Opening, lines int) bool {
		return n.Session == s.ID && (by == "" || n.Line > lines)
	}
	return isOf(run.To, run.Opened, run.Lines) || slices.ContainsFunc(run.Hops,
		func(h runs.Hop) bool { return isOf(h.To, h.Opened, h.Lines) }) || IsTaken(e, run)
}

// IsTaken reports whether an entry of a run's journal came from one of its mirrors.
func IsTaken(e *timeline.Entry, run runs.Run) bool {
	n := e.Native
	return n != nil && slices.ContainsFunc(run.Mirrors, func(m runs.Mirror) bool {
		return n.Session == m.ID &&
			n.Line > m.Since
	})
}

// IsAgain reports whether an entry is a prompt with which stead made a CLI continue.
func IsAgain(e *timeline.Entry, run runs.Run) bool {
	return slices.ContainsFunc(run.Again, func(a runs.Again) bool {
		return a.Entry == e.ID &&
			a.Session.ID == e.Native.Session
	})
}

// Count counts the entries that a run's CLIs have added and those that came from its mirrors. Whole counts all of them.
// Settled counts those up to the last place where nothing is open: no call waits for its result, and no prompt for an
// answer.
func Count(journal timeline.Stream, run runs.Run) (whole, settled int, err error) {
	var talk Talk
	for e, err := range journal.Entries {
		if err != nil {
			return whole, settled, err
		}
		if !IsAdded(e, run) {
			continue
		}
		whole++
		if IsAgain(e, run) {
			talk.Again()
		}
		talk.See(e)
		if talk.IsSettled() {
			settled = whole
		}
	}
	return whole, settled, nil
}

// Left counts the entries of a run's timeline, up to the added entry at the given place, that the user has abandoned by
// going back in a CLI of the run.
func Left(journal timeline.Stream, run runs.Run, last int) (left int, err error) {
	for e, err := range Until(journal, run, last).Entries {
		if err != nil {
			return left, err
		}
		if e.Branch != "" && !e.Hidden && !IsTaken(e, run) && (IsAdded(e, run) || wasNamed(e.Branch, run)) {
			left++
		}
	}
	return left, nil
}

// Until returns the run's timeline up to the added entry at the given place.
func Until(journal timeline.Stream, run runs.Run, last int) timeline.Stream {
	return part(journal, run, 0, last)
}

// Between returns only the added entries after one place and up to another.
func Between(journal timeline.Stream, run runs.Run, after, last int) timeline.Stream {
	return part(journal, run, after+1, last)
}

// part returns the entries from the first to the last place. The session that the run continues is at place 0.
func part(journal timeline.Stream, run runs.Run, first, last int) timeline.Stream {
	all := journal.Entries
	journal.Entries = func(yield func(*timeline.Entry, error) bool) {
		at := 0
		for e, err := range all {
			if err == nil && IsAdded(e, run) {
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

// Agents returns the sessions of the sub-agents that were started in the run's own session after stead wrote it. Its
// errors are those of the session.
func Agents(session timeline.Stream, run runs.Run) (added []timeline.Stream, err error) {
	if len(session.Children) == 0 {
		return nil, nil
	}
	delivered := map[string]bool{}
	for e, err := range session.Entries {
		if err != nil {
			return nil, err
		}
		if e.Type == timeline.ToolCall && e.Native != nil && e.Native.Line <= run.Lines {
			delivered[e.ID] = true
		}
	}
	for _, child := range session.Children {
		if l := child.Header.Lineage; l == nil || !delivered[l.At] {
			added = append(added, child)
		}
	}
	return added, nil
}

// WithAgents returns a run's journal in which the given sessions of sub-agents replace those that the journal has.
func WithAgents(journal timeline.Stream, agents []timeline.Stream) timeline.Stream {
	since := map[string]bool{}
	for _, agent := range agents {
		since[agent.Header.ID] = true
	}
	held := slices.DeleteFunc(slices.Clone(journal.Children), func(s timeline.Stream) bool { return since[s.Header.ID] })
	journal.Children = append(held, agents...)
	return journal
}
