package draft

import (
	"fmt"
	"slices"

	"stead/internal/render/transcript"
	"stead/timeline"
)

// item is an entry of the copy.
type item struct {
	id   string
	kind timeline.EntryType
	call string
	// row is the index of its row in the original, or isNew for an inserted entry.
	row int
	// number is its place in the copy at the beginning of the current step, counted from 1. It is 0 for an entry that
	// this step inserts.
	number int
	// text replaces the original's text. Nil leaves it unchanged.
	text *string
	// stamp is the time when an inserted entry was inserted.
	stamp string
}

// isNew is the row of an inserted entry.
const isNew = -1

// arrangement is the order of the copy's entries while steps are applied.
type arrangement struct {
	base  *base
	items []item
}

// arrange applies all steps to the original's order. Errors wrap ErrEdit or ErrGone.
func arrange(b *base, steps []Step) ([]item, error) {
	a := &arrangement{base: b, items: make([]item, len(b.rows))}
	for i, r := range b.rows {
		a.items[i] = item{id: r.id, kind: r.kind, call: r.call, row: i}
	}
	for _, s := range steps {
		if err := a.step(s); err != nil {
			return nil, err
		}
	}
	a.number()
	return a.items, nil
}

func (a *arrangement) number() {
	for i := range a.items {
		a.items[i].number = i + 1
	}
}

func (a *arrangement) step(s Step) error {
	a.number()
	for _, c := range s.Changes {
		if err := a.apply(c, s.Time.UTC().Format(stampForm)); err != nil {
			return err
		}
	}
	if len(a.items) == 0 {
		return fmt.Errorf("%w: nothing of the conversation would be left", ErrEdit)
	}
	return a.checkOrder()
}

// stampForm is the time format of an inserted entry.
const stampForm = "2006-01-02T15:04:05.000Z"

func (a *arrangement) apply(c Change, stamp string) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Operation == Insert {
		return a.insert(c, stamp)
	}
	if err := a.demand(c.Entries); err != nil {
		return err
	}
	switch c.Operation {
	case Cut:
		return a.cut(c.Entries[0], c.Entries[1])
	case Drop:
		a.drop(c.Entries)
		return nil
	case Rewrite:
		return a.rewrite(c.Entries[0], c.Text)
	default:
		return a.move(c)
	}
}

// check rejects a malformed change, whatever its source.
func (c Change) check() error {
	counts := map[Operation]int{Cut: 2, Rewrite: 1, Insert: 1}
	want, isFixed := counts[c.Operation]
	isKnown := isFixed || c.Operation == Drop || c.Operation == Move
	switch {
	case !isKnown:
		return fmt.Errorf("%w: there is no operation %q: use cut, drop, rewrite, insert or move", ErrEdit, c.Operation)
	case isFixed && len(c.Entries) != want, len(c.Entries) == 0:
		return fmt.Errorf("%w: %s names %s", ErrEdit, c.Operation, transcript.Count(len(c.Entries), "entry"))
	case c.Operation == Insert && c.Role != timeline.User && c.Role != timeline.Assistant:
		return fmt.Errorf("%w: a message of %q cannot be inserted: use user or assistant", ErrEdit, c.Role)
	case c.Operation == Insert && isBlank(c.Text):
		return fmt.Errorf("%w: the message to insert is empty", ErrEdit)
	}
	return nil
}

// find returns the position of an entry in the copy.
func (a *arrangement) find(id string) (int, error) {
	at := slices.IndexFunc(a.items, func(i item) bool { return i.id == id })
	if at >= 0 {
		return at, nil
	}
	if _, isThere := a.base.index[id]; isThere {
		return at, fmt.Errorf("%w: entry %s was dropped before", ErrEdit, id)
	}
	return at, fmt.Errorf("%w: it has no entry %s, on which the draft rests", ErrGone, id)
}

// demand fails unless all given entries are in the copy.
func (a *arrangement) demand(ids []string) error {
	missing := setOf(ids)
	for _, i := range a.items {
		delete(missing, i.id)
	}
	for _, id := range ids {
		if missing[id] {
			_, err := a.find(id)
			return err
		}
	}
	return nil
}

// target returns the position for entries that are to precede an entry. Empty means the end.
func (a *arrangement) target(before string) (int, error) {
	if before == "" {
		return len(a.items), nil
	}
	return a.find(before)
}

func (a *arrangement) cut(first, last string) error {
	from, _ := a.find(first)
	to, _ := a.find(last)
	if to < from {
		return fmt.Errorf("%w: the range from %s to %s runs backwards", ErrEdit, a.items[from].name(), a.items[to].name())
	}
	ids := make([]string, 0, to-from+1)
	for _, i := range a.items[from : to+1] {
		ids = append(ids, i.id)
	}
	a.drop(ids)
	return nil
}

func (a *arrangement) drop(ids []string) {
	gone := a.whole(ids)
	a.items = slices.DeleteFunc(a.items, func(i item) bool { return gone[i.id] })
}

func (a *arrangement) rewrite(id, text string) error {
	at, _ := a.find(id)
	i := &a.items[at]
	switch {
	case i.kind == timeline.ToolCall:
		if _, ok := object([]byte(text)); !ok {
			return fmt.Errorf("%w: the arguments of a call are a JSON object, and those for %s are not", ErrEdit, i.name())
		}
	case i.kind != timeline.ToolResult && isBlank(text):
		return fmt.Errorf("%w: %s would be empty: drop it instead", ErrEdit, i.name())
	}
	i.text = &text
	return nil
}

func (a *arrangement) insert(c Change, stamp string) error {
	id := c.Entries[0]
	_, isOld := a.base.index[id]
	if isOld || id == "" || slices.ContainsFunc(a.items, func(i item) bool { return i.id == id }) {
		return fmt.Errorf("%w: an inserted entry needs an id of its own, and %q is taken", ErrEdit, id)
	}
	at, err := a.target(c.Before)
	if err != nil {
		return err
	}
	a.items = slices.Insert(a.items, at, item{id: id, kind: c.Role, row: isNew, text: &c.Text, stamp: stamp})
	return nil
}

// name is the name of an entry in messages.
func (i item) name() string {
	if i.number == 0 {
		return "the new entry"
	}
	return fmt.Sprintf("entry %d", i.number)
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}
