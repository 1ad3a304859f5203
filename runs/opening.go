package runs

import "slices"

// Opening says how the user has opened a session inside a run's CLI.
type Opening string

// The ways to open a session inside a CLI. What commands do it is the CLI's own: /clear and /new, /resume, /branch and
// /fork.
const (
	// OpenedNew is a session that began then.
	OpenedNew Opening = "new"
	// OpenedAgain is one that was there before.
	OpenedAgain Opening = "resumed"
	// OpenedBranch is a copy of the one before it.
	OpenedBranch Opening = "branch"
)

// Enter notes that the user has opened a session inside the run's CLI, in place of the one that the run was in. Its
// delivery is noted only when the run had been there before.
func (r *Run) Enter(s Session, by Opening, left Hop) {
	left.To, left.Opened, left.Lines, left.Delivered = r.To, r.Opened, r.Lines, r.Delivered
	if r.To.Path != "" { // else not a word was said in it
		r.Hops = append(r.Hops[:len(r.Hops):len(r.Hops)], left)
	}
	before := r.hop(s)
	r.To, r.Opened, r.Lines, r.Delivered = s, by, before.Lines, before.Delivered
}

// Knows reports whether the run works in a session, or has.
func (r Run) Knows(s Session) bool {
	return r.To.CLI == s.CLI && r.To.ID == s.ID || r.hop(s).To.ID != ""
}

// hop returns the last hop through a session, or a zero one.
func (r Run) hop(s Session) (last Hop) {
	for _, h := range r.Hops {
		if h.To.CLI == s.CLI && h.To.ID == s.ID {
			last = h
		}
	}
	return last
}

// Base is the session with which the conversation on the screen begins, where that is not what the run began with: the
// user has opened it inside a CLI and has not come back from it.
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
		i = begun + 1 // what he has come back to
	}
	return Session{}, false
}

// LeftInside reports whether the user left the hop of that index for another session in the same CLI.
func (r Run) LeftInside(hop int) bool {
	if hop+1 < len(r.Hops) {
		return r.Hops[hop+1].Opened != ""
	}
	return r.Opened != ""
}

// In returns the record as it was while the run worked in a session that its user has left inside the CLI, and in which
// sessions it has worked since. Ok is false for any other session, and for one to which the user has come back.
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
