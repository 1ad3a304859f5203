package entry

import (
	"iter"
	"slices"

	"stead/timeline"
)

// Branches describes the abandoned branches of a session: how many entries each has, and which entry it follows. It
// reads the session once more, unless there is no branch. It returns the errors of the entries.
func Branches(ids []string, entries iter.Seq2[*timeline.Entry, error]) ([]timeline.Branch, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var o Outline
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		o.See(e)
	}
	branches := make([]timeline.Branch, len(ids))
	for i, id := range ids {
		branches[i].ID = id
		if at, met := o.at[id]; met {
			branches[i] = o.found[at]
		}
	}
	return branches, nil
}

// Outline counts the branches of a session while a caller iterates over its entries. The zero value is ready to use.
type Outline struct {
	// Known holds the branches that the session had. They begin where they say. Any other branch begins where the
	// conversation stands, in the order of the entries.
	Known []timeline.Branch
	// active is the id of the last entry of the conversation.
	active string
	found  []timeline.Branch
	at     map[string]int // their indexes in found
}

// See counts an entry.
func (o *Outline) See(e *timeline.Entry) {
	switch {
	case e.Hidden:
	case e.Branch == "":
		o.active = e.ID
	default:
		o.found[o.branch(e.Branch)].Entries++
	}
}

// branch returns the index of a branch in the list.
func (o *Outline) branch(id string) int {
	if at, met := o.at[id]; met {
		return at
	}
	b := timeline.Branch{ID: id, ParentID: o.active}
	if known := slices.IndexFunc(o.Known, func(b timeline.Branch) bool { return b.ID == id }); known >= 0 {
		b = o.Known[known]
		b.Entries = 0
	}
	if o.at == nil {
		o.at = map[string]int{}
	}
	o.at[id] = len(o.found)
	o.found = append(o.found, b)
	return len(o.found) - 1
}

// Branches returns the branches that were seen, in the order of their first entries.
func (o *Outline) Branches() []timeline.Branch { return o.found }
