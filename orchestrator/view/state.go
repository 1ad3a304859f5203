package view

import (
	"stead/runs"
	"stead/timeline/store"
)

// State is what the live view holds about a run beside its entries.
type State struct {
	// Run is the run's last written record.
	Run runs.Run
	// Alive says whether its supervisor was alive then.
	Alive bool
}

// Describe puts a run's record into the live view. The error is the store's.
func Describe(live *store.Store, s State) error { return live.Describe(s.Run.ID, names(s), s) }

// names returns the references of the sessions that belong to the run while it is active: those of its CLIs, and the
// last mirror. Earlier mirrors belong to the user.
func names(s State) []string {
	if !s.Alive {
		return nil
	}
	r := s.Run
	all := []string{r.To.Reference()}
	for _, hop := range r.Hops {
		all = append(all, hop.To.Reference())
	}
	if m, ok := r.Mirror(); ok {
		all = append(all, m.Reference())
	}
	return all
}

// Of returns the state of a run in the live view. Ok is false for a session that is not a run.
func Of(s store.Session) (state State, ok bool) {
	state, ok = s.Record.(State)
	return state, ok
}

// isOwn reports whether an entry comes from a session that the run made.
func (s State) isOwn(e *store.Entry) bool {
	if e.Native == s.Run.To.ID {
		return true
	}
	for _, hop := range s.Run.Hops {
		if e.Native == hop.To.ID {
			return true
		}
	}
	return false
}
