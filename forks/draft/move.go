package draft

import (
	"fmt"
	"slices"

	"stead/timeline"
)

// move moves entries before another one, preserving their order.
func (a *arrangement) move(c Change) error {
	moved := a.whole(c.Entries)
	if c.Alone {
		moved = setOf(c.Entries)
	}
	at, err := a.target(c.Before)
	if err != nil {
		return err
	}
	if err := a.checkTarget(c, moved); err != nil {
		return err
	}
	for at < len(a.items) && moved[a.items[at].id] {
		at++ // the target itself moves: go on to the entry after it
	}
	var taken, before, behind []item
	for n, i := range a.items {
		switch {
		case moved[i.id]:
			taken = append(taken, i)
		case n < at:
			before = append(before, i)
		default:
			behind = append(behind, i)
		}
	}
	a.items = slices.Concat(before, taken, behind)
	return nil
}

// checkTarget rejects a move of entries before one of themselves, except for a call that moves to its result.
func (a *arrangement) checkTarget(c Change, moved map[string]bool) error {
	if c.Before == "" || !moved[c.Before] {
		return nil
	}
	at, _ := a.find(c.Before)
	if slices.Contains(c.Entries, c.Before) {
		return fmt.Errorf("%w: %s cannot be moved before itself", ErrEdit, a.items[at].name())
	}
	if target := a.items[at]; target.kind == timeline.ToolCall {
		return fmt.Errorf("%w: a result cannot stand before its call, %s", ErrEdit, target.name())
	}
	return nil
}
