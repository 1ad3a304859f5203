package writers

import (
	"slices"

	"stead/timeline"
)

// maxBranches is how many abandoned branches get a session of their own: each is another range over the whole.
const maxBranches = 16

// Branches are the abandoned branches whose entries a writer has met, in order.
type Branches []string

// Note notes the branch of an entry. Only those count of which something would be drawn.
func (b *Branches) Note(e *timeline.Entry) {
	if !e.Hidden && !slices.Contains(*b, e.Branch) {
		*b = append(*b, e.Branch)
	}
}

// Plan returns the plan of the session that a branch becomes, by its number from 0, without an id of its own. Ok is
// false for one that becomes none: there are too many, the source does not describe it, or the session is added to
// another.
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
