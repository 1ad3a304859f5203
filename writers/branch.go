package writers

import (
	"slices"

	"stead/timeline"
)

// maxBranches is how many abandoned branches get a session of their own. Each takes another pass over the whole
// session.
const maxBranches = 16

// Branches are the abandoned branches whose entries a writer has encountered, in order.
type Branches []string

// Note adds the branch of an entry. It ignores hidden entries, because a branch of those alone would show nothing.
func (b *Branches) Note(e *timeline.Entry) {
	if !e.Hidden && !slices.Contains(*b, e.Branch) {
		*b = append(*b, e.Branch)
	}
}

// Plan returns the plan of the session that a branch becomes, given the branch's number (from 0). The plan has no id of
// its own. Ok is false if the branch becomes no session: there are too many branches, the source does not describe it,
// or the session extends another one.
func (b Branches) Plan(p Plan, number int) (plan Plan, ok bool) {
	all := p.Stream.Header.Branches
	at := slices.IndexFunc(all, func(branch timeline.Branch) bool { return branch.ID == b[number] })
	if at < 0 || number >= maxBranches || p.Extends != nil {
		return Plan{}, false
	}
	p.Stream.Entries = all[at].Along(p.Stream.Entries)
	p.Stream.Children, p.Stream.Cut = nil, true
	return p, true
}
