package history

import (
	"stead/runs"
	"stead/timeline"
)

// Delivered returns a run's timeline in the form that a CLI gets. It leaves out what was said in mirrors that the run
// has parted from and in sessions that its user has left. A prompt that stead repeated to the CLI has the form that it
// has in the CLI's session.
func Delivered(journal timeline.Stream, run runs.Run, target string) timeline.Stream {
	return retold(OnScreen(withoutBranches(journal, run), run), run.Again, target)
}

// retold returns a run's timeline in the form for a target CLI. If that CLI was already part of the run, and holds a
// prompt with which stead made it continue, this prompt appears as it is in the CLI's session, and the prompt that it
// repeats is left out.
func retold(journal timeline.Stream, again []runs.Again, target string) timeline.Stream {
	given, repeated := map[string]bool{}, map[string]bool{}
	for _, a := range again {
		if a.Session.CLI == target {
			given[a.Session.ID+" "+a.Entry], repeated[a.Of] = true, a.Of != ""
		}
	}
	if len(given) == 0 {
		return journal
	}
	told := journal.Entries
	journal.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range told {
			if err == nil && repeated[e.ID] {
				continue
			}
			if err == nil && e.Native != nil && given[e.Native.Session+" "+e.ID] {
				shown := *e
				shown.Hidden = false
				e = &shown
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return journal
}

// withoutBranches leaves out what was said in mirrors that the run has parted from, because the mirrors hold it.
func withoutBranches(s timeline.Stream, run runs.Run) timeline.Stream {
	if partedIn(run) == 0 {
		return s
	}
	all := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range all {
			if err == nil && e.Branch != "" && IsTaken(e, run) {
				continue
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return s
}
