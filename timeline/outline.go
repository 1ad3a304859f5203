package timeline

import "slices"

// Outline counts the branches of a session while its entries are ranged over.
type Outline struct {
	// known are the branches that the session had, active the id of the last entry of the conversation.
	known  []Branch
	active string
	found  []Branch
}

// NewOutline returns one that knows from where the session's branches left. New ones left where the conversation stands in the order of the entries.
func NewOutline(known []Branch) *Outline { return &Outline{known: known} }

// See counts an entry.
func (o *Outline) See(e *Entry) {
	switch {
	case e.Hidden:
	case e.Branch == "":
		o.active = e.ID
	default:
		o.found[o.branch(e.Branch)].Entries++
	}
}

// branch returns the place of a branch in the list.
func (o *Outline) branch(id string) int {
	isIt := func(b Branch) bool { return b.ID == id }
	at := slices.IndexFunc(o.found, isIt)
	if at >= 0 {
		return at
	}
	b := Branch{ID: id, ParentID: o.active}
	if known := slices.IndexFunc(o.known, isIt); known >= 0 {
		b = o.known[known]
		b.Entries = 0
	}
	o.found = append(o.found, b)
	return len(o.found) - 1
}

// Branches returns those that were met.
func (o *Outline) Branches() []Branch { return o.found }
