package draft

import (
	"fmt"

	"stead/internal/render/transcript"
	"stead/timeline"
)

// Cut returns the change that removes a range. Errors wrap ErrEdit.
func (c *Copy) Cut(r Range) (Change, error) {
	first, last, err := c.numbered().ends(r)
	return Change{Operation: Cut, Entries: []string{first.id, last.id}}, err
}

// Drop returns the change that removes the entries of the given ranges, at least one range. Errors wrap ErrEdit.
func (c *Copy) Drop(ranges ...Range) (Change, error) {
	ids, err := c.numbered().ids(ranges)
	return Change{Operation: Drop, Entries: ids}, err
}

// Rewrite returns the change that replaces the text of an entry: of a prompt, an answer, or a call's result. For a call
// the text is its arguments as a JSON object that its tool accepts. Errors wrap ErrEdit.
func (c *Copy) Rewrite(n int, text string) (Change, error) {
	i, err := c.numbered().entry(n)
	if err == nil && i.kind == timeline.ToolCall {
		err = c.checkArguments(i, text)
	}
	return Change{Operation: Rewrite, Entries: []string{i.id}, Text: text}, err
}

// checkArguments refuses arguments that no CLI could read. The edit itself refuses a text that is not an object.
func (c *Copy) checkArguments(i item, text string) error {
	values, ok := object([]byte(text))
	if !ok || i.row == isNew {
		return nil
	}
	if wrong := c.base.rows[i.row].calling.check(values); wrong != "" {
		return fmt.Errorf("%w: %s: %s", ErrEdit, i.name(), wrong)
	}
	return nil
}

// Insert returns the change that inserts a message of the user or the assistant before an entry. The last number plus
// one means the end. ID is the new entry's id, which must be unused. Errors wrap ErrEdit.
func (c *Copy) Insert(before int, role timeline.EntryType, text, id string) (Change, error) {
	target, err := c.numbered().before(before)
	return Change{Operation: Insert, Entries: []string{id}, Before: target, Role: role, Text: text}, err
}

// Move returns the change that moves a range before another entry. The last number plus one means the end. Errors wrap
// ErrEdit.
func (c *Copy) Move(r Range, before int) (Change, error) {
	ids, err := c.numbered().ids([]Range{r})
	if err != nil {
		return Change{}, err
	}
	target, err := c.numbered().before(before)
	return Change{Operation: Move, Entries: ids, Before: target}, err
}

func (c *Copy) numbered() numbered { return numbered{c.items, c.Draft.Name()} }

// numbered holds the entries of a copy by the numbers that users see.
type numbered struct {
	items []item
	// name is the reference in messages about them.
	name string
}

// entry returns the entry with a number.
func (n numbered) entry(number int) (item, error) {
	if number < 1 || number > len(n.items) {
		return item{}, fmt.Errorf("%w: there is no entry %d: it has %s (`stead show %s --numbers` shows them)",
			ErrEdit, number, transcript.Count(len(n.items), "entry"), n.name)
	}
	return n.items[number-1], nil
}

// ends returns the first and the last entry of a range.
func (n numbered) ends(r Range) (first, last item, err error) {
	if r.Last == 0 {
		r.Last = max(len(n.items), r.First)
	}
	if first, err = n.entry(r.First); err == nil {
		last, err = n.entry(r.Last)
	}
	return first, last, err
}

// ids returns the ids of the entries in the given ranges.
func (n numbered) ids(ranges []Range) ([]string, error) {
	var ids []string
	named := map[int]bool{}
	for _, r := range ranges {
		first, last, err := n.ends(r)
		if err != nil {
			return nil, err
		}
		for number := first.number; number <= last.number; number++ {
			if !named[number] {
				named[number], ids = true, append(ids, n.items[number-1].id)
			}
		}
	}
	return ids, nil
}

// before returns the id of the entry at a target position, which is empty for the last number plus one.
func (n numbered) before(number int) (string, error) {
	if number == len(n.items)+1 {
		return "", nil
	}
	i, err := n.entry(number)
	return i.id, err
}
