package history

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"stead/runs"
	"stead/timeline"
)

// Leave returns the branch of each entry of a journal when the user leaves a session for another one. Everything that
// was on the screen is then a branch named after the session that was left.
func Leave(left runs.Session) func(*timeline.Entry) string {
	return func(e *timeline.Entry) string { return cmp.Or(e.Branch, leftBranch(left)) }
}

func leftBranch(of runs.Session) string { return of.Reference() + "/left" }

// TimeOf returns when an entry was written. It is zero if that is unknown.
func TimeOf(e *timeline.Entry) time.Time {
	at, err := time.Parse(time.RFC3339, e.Timestamp)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Earlier returns the last record of a session that was written no later than a moment, or 0. Its errors are those of
// the entries.
func Earlier(session Entries, moment time.Time) (line int, err error) {
	for e, err := range session {
		if err != nil {
			return 0, err
		}
		if at := TimeOf(e); !at.IsZero() && e.Native != nil && !at.After(moment) {
			line = max(line, e.Native.Line)
		}
	}
	return line, nil
}

// FirstPrompt returns the first entry of a conversation that its user typed, or nil. Its errors are those of the
// entries.
func FirstPrompt(entries Entries) (*timeline.Entry, error) {
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		if e.Active() && !e.Hidden && e.StartsTurn() {
			return e.Clone(), nil
		}
	}
	return nil, nil
}

// IsCopy reports whether two conversations begin with the same prompt at the same time, so that one is a copy of the
// other.
func IsCopy(one, other *timeline.Entry) bool {
	return one != nil && other != nil && TimeOf(one).Equal(TimeOf(other)) && one.Content.String() == other.Content.String()
}

// Without leaves out of a run's timeline what was said in the given sessions.
func Without(journal timeline.Stream, sessions []runs.Session) timeline.Stream {
	if len(sessions) == 0 {
		return journal
	}
	return filtered(journal, func(e *timeline.Entry) (*timeline.Entry, bool) {
		return e, e.Native == nil || !slices.ContainsFunc(sessions,
			func(s runs.Session) bool { return s.ID == e.Native.Session })
	})
}

// OnScreen leaves out of a run's timeline the entries that its user has left inside a CLI for another session, which
// holds them. If the conversation begins with a session that the user has opened, the timeline is that of this session.
func OnScreen(journal timeline.Stream, run runs.Run) timeline.Stream {
	if base, ok := run.Base(); ok {
		return rebased(journal, run, base)
	}
	var left []string
	for i, hop := range run.Hops {
		if run.LeftInside(i) && hop.Opened != "" {
			left = append(left, hop.To.Reference()+"/")
		}
	}
	if len(left) == 0 {
		return journal
	}
	journal.Children = startedIn(journal.Children, func(session string) bool {
		return !slices.Contains(left, session+"/")
	})
	return filtered(journal, func(e *timeline.Entry) (*timeline.Entry, bool) {
		return e, !slices.ContainsFunc(left, func(prefix string) bool { return strings.HasPrefix(e.Branch, prefix) })
	})
}

// rebased returns what was said in a session that the user has opened, and in those that followed it.
func rebased(journal timeline.Stream, run runs.Run, base runs.Session) timeline.Stream {
	journal.Header.Source, journal.Header.Lineage = timeline.Source{CLI: base.CLI, OriginalID: base.ID}, nil
	at := slices.IndexFunc(run.Hops, func(h runs.Hop) bool { return h.To == base })
	since := map[string]bool{base.ID: true, run.To.ID: true}
	if at >= 0 {
		for _, hop := range run.Hops[at:] {
			since[hop.To.ID] = true
		}
	}
	journal.Children = startedIn(journal.Children, func(session string) bool {
		_, id, _ := strings.Cut(session, ":")
		return since[id]
	})
	return filtered(journal, func(e *timeline.Entry) (*timeline.Entry, bool) {
		switch {
		case e.Native == nil:
			return e, e.Branch == ""
		case e.Native.Session == base.ID:
			own, native := *e, *e.Native
			native.Session, own.Native = "", &native
			return &own, true
		}
		return e, since[e.Native.Session]
	})
}

// startedIn removes the sub-agents whose parent session, given by its reference, is not kept.
func startedIn(children []timeline.Stream, keeps func(session string) bool) []timeline.Stream {
	return slices.DeleteFunc(slices.Clone(children), func(s timeline.Stream) bool {
		return s.Header.Lineage != nil && !keeps(s.Header.Lineage.Parent)
	})
}

// filtered returns a timeline without some entries. Those that stay can still be restored exactly.
func filtered(journal timeline.Stream, keep func(*timeline.Entry) (*timeline.Entry, bool)) timeline.Stream {
	isCut := journal.Cut
	journal = journal.Filter(keep)
	journal.Cut = isCut
	return journal
}
