package runs

import "slices"

// Opening says how the user opened a session inside a run's CLI.
type Opening string

// The ways to open a session inside a CLI. Each CLI has its own commands for them: /clear and /new, /resume, /branch
// and /fork.
const (
	// OpenedNew is a new session.
	OpenedNew Opening = "new"
	// OpenedAgain is an existing session.
	OpenedAgain Opening = "resumed"
	// OpenedBranch is a copy of the previous session.
	OpenedBranch Opening = "branch"
)

// Enter records that the user opened a session inside the run's CLI, which replaces the current one. Its delivery is
// known only if the run had been in that session before.
func (r *Run) Enter(s Session, by Opening, left Hop) {
	left.To, left.Opened, left.Lines, left.Delivered = r.To, r.Opened, r.Lines, r.Delivered
	if r.To.Path != "" { // otherwise nothing was said in it
		r.Hops = append(r.Hops[:len(r.Hops):len(r.Hops)], left)
	}
	before := r.hop(s)
	r.To, r.Opened, r.Lines, r.Delivered = s, by, before.Lines, before.Delivered
}

// Knows reports whether the run is working in a session, or has worked in it.
func (r Run) Knows(s Session) bool {
	return r.To.CLI == s.CLI && r.To.ID == s.ID || r.hop(s).To.ID != ""
}

// hop returns the last hop through a session, or the zero value.
func (r Run) hop(s Session) (last Hop) {
	for _, h := range r.Hops {
		if h.To.CLI == s.CLI && h.To.ID == s.ID {
			last = h
		}
	}
	return last
}

// Base returns the session with which the conversation on the screen begins, if it differs from the run's first one:
// the user opened it inside a CLI and has not returned from it.
func (r Run) Base() (base Session, ok bool) {
	parts := r.Parts()
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].Opened == "" {
			continue
		}
		begun := slices.IndexFunc(parts, func(h Hop) bool {
			return h.Opened == "" && h.To.CLI == parts[i].To.CLI &&
				h.To.ID == parts[i].To.ID
		})
		if begun < 0 || begun > i {
			return parts[i].To, true
		}
		i = begun + 1 // the part that the user has returned to
	}
	return Session{}, false
}

// LeftInside reports whether the user left the hop with that index for another session in the same CLI.
func (r Run) LeftInside(hop int) bool {
	if hop+1 < len(r.Hops) {
		return r.Hops[hop+1].Opened != ""
	}
	return r.Opened != ""
}

// In returns the record at the time when the run worked in a session that its user left inside the CLI, and the
// sessions that it has worked in since. Ok is false for any other session, and for one that the user has returned to.
func (r Run) In(cli, session string) (was Run, since []Session, ok bool) {
	if r.To.CLI == cli && r.To.ID == session {
		return Run{}, nil, false
	}
	for i := len(r.Hops) - 1; i >= 0; i-- {
		h := r.Hops[i]
		if h.To.CLI != cli || h.To.ID != session || !r.LeftInside(i) {
			continue
		}
		for _, later := range r.Hops[i+1:] {
			since = append(since, later.To)
		}
		since = append(since, r.To)
		r.To, r.Opened, r.Lines, r.Delivered, r.Hops = h.To, h.Opened, h.Lines, h.Delivered, r.Hops[:i:i]
		return r, since, true
	}
	return Run{}, nil, false
}
