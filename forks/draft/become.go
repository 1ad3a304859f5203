package draft

import (
	"fmt"

	"stead/timeline"
)

// Wanted is an entry of a copy in its requested form.
type Wanted struct {
	// Number is the number of an entry in the current copy. 0 means a new message, which has the Role and an unused ID.
	Number int
	Role   timeline.EntryType
	ID     string
	// Text is the text of the new message, or replaces the entry's text. Nil leaves the text unchanged.
	Text *string
}

// Become returns the changes that give the copy exactly the wanted entries, in this order. If either a call or its
// result is missing from wanted, both are dropped. Errors wrap ErrEdit.
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

// rearrangement determines the changes that lead to a different order.
type rearrangement struct {
	numbered
	base *base
}

// missing returns which entries of the copy must go, and the ids of those that are not in wanted.
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

// inPlace returns the changes that insert the new entries and move those that are out of order. It works from last to
// first, placing each entry before its successor.
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
