package draft

import (
	"fmt"

	"stead/timeline"
)

// Wanted is an entry of a copy as somebody wants it.
type Wanted struct {
	// Number is that of an entry of the copy as it is. 0 is a new message, with its role and an id that is free.
	Number int
	Role   timeline.EntryType
	ID     string
	// Text is the new message's, or takes the place of the entry's. Nil leaves that as it is.
	Text *string
}

// Become returns the changes that make of the copy what is wanted: exactly these entries in this order. Where one of a
// call and its result is missing, both go. Errors wrap ErrEdit.
func (c *Copy) Become(wanted []Wanted) ([]Change, error) {
	r := rearrangement{c.numbered(), c.base}
	gone, dropped, err := r.missing(wanted)
	if err != nil {
		return nil, err
	}
	var changes []Change
	var left []Wanted
	for _, w := range wanted {
		if gone[w.Number] {
			continue
		}
		left = append(left, w)
		if w.Number > 0 && w.Text != nil {
			change, err := c.Rewrite(w.Number, *w.Text)
			if err != nil {
				return nil, err
			}
			changes = append(changes, change)
		}
	}
	if len(dropped) > 0 {
		changes = append(changes, Change{Operation: Drop, Entries: dropped})
	}
	return append(changes, r.inPlace(left)...), nil
}

// rearrangement finds out how entries come to another order.
type rearrangement struct {
	numbered
	base *base
}

// missing returns which entries of the copy go, and the ids of those that are not wanted themselves.
func (r rearrangement) missing(wanted []Wanted) (gone map[int]bool, dropped []string, err error) {
	named := map[int]bool{}
	for _, w := range wanted {
		if w.Number == 0 {
			continue
		}
		if _, err := r.entry(w.Number); err != nil {
			return nil, nil, err
		}
		if named[w.Number] {
			return nil, nil, fmt.Errorf("%w: entry %d would stand there twice", ErrEdit, w.Number)
		}
		named[w.Number] = true
	}
	for _, i := range r.items {
		if !named[i.number] {
			dropped = append(dropped, i.id)
		}
	}
	whole, gone := (&arrangement{base: r.base, items: r.items}).whole(dropped), map[int]bool{}
	for _, i := range r.items {
		gone[i.number] = whole[i.id]
	}
	return gone, dropped, nil
}

// inPlace returns the changes that insert what is new and move what stands in another order: from the last one to the
// first, each before the one that follows it.
func (r rearrangement) inPlace(wanted []Wanted) []Change {
	var numbers []int
	for _, w := range wanted {
		if w.Number > 0 {
			numbers = append(numbers, w.Number)
		}
	}
	stays, old, next := inOrder(numbers), len(numbers), ""
	var changes []Change
	for at := len(wanted) - 1; at >= 0; at-- {
		w := wanted[at]
		if w.Number == 0 {
			changes = append(changes, Change{Operation: Insert, Entries: []string{w.ID}, Before: next, Role: w.Role,
				Text: *w.Text})
			next = w.ID
			continue
		}
		old--
		id := r.items[w.Number-1].id
		if !stays[old] {
			changes = append(changes, Change{Operation: Move, Entries: []string{id}, Before: next, Alone: true})
		}
		next = id
	}
	return changes
}
