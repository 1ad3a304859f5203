package draft

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"stead/timeline"
)

// assembly builds the edited part of a copy during one range over it.
type assembly struct {
	ctx context.Context
	// all are the copy's items. Items are those of the edited part.
	all, items []item
	// rows is the number of entries of the original that the draft knows.
	rows  int
	yield func(*timeline.Entry, error) bool
	// model is the session's model, for inserted entries.
	model string
	// moved marks the items that are not in the original's order. Held maps the rows of those that come from the
	// original to their entries.
	moved []bool
	held  map[int]*timeline.Entry
	// next is the index of the next item. Stamp is the time of the last dated entry; at first it is the time when the
	// session was created.
	next  int
	stamp string
}

// begin yields the part that is not edited. It reports whether to continue.
func (a *assembly) begin(before iter.Seq2[*timeline.Entry, error]) bool {
	for e, err := range before {
		if !a.yield(e, err) || err != nil {
			return false
		}
		a.see(e)
	}
	return true
}

func (a *assembly) see(e *timeline.Entry) {
	if e.Active() && e.Timestamp != "" {
		a.stamp = strings.Clone(e.Timestamp)
	}
}

// fetch reads the entries that were moved.
func (a *assembly) fetch(source iter.Seq2[*timeline.Entry, error]) bool {
	a.moved, a.held = moved(a.items), map[int]*timeline.Entry{}
	wanted := map[int]bool{}
	for at, i := range a.items {
		if a.moved[at] && i.row != isNew {
			wanted[i.row] = true
		}
	}
	if len(wanted) == 0 {
		return true
	}
	goesOn := a.each(source, func(row int, e *timeline.Entry) bool {
		if wanted[row] {
			a.held[row] = e.Clone()
		}
		return len(a.held) < len(wanted)
	})
	return goesOn || len(a.held) == len(wanted)
}

// rest yields the edited part in its order.
func (a *assembly) rest(source iter.Seq2[*timeline.Entry, error]) {
	if !a.elsewhere() || a.isDone() {
		return
	}
	goesOn := a.each(source, func(row int, e *timeline.Entry) bool {
		if a.items[a.next].row != row {
			return true
		}
		return a.give(e) && a.elsewhere() && !a.isDone()
	})
	if goesOn {
		a.yield(nil, errMeanwhile)
	}
}

func (a *assembly) isDone() bool { return a.next == len(a.items) }

// each calls fn for the original's entries with their rows. It reports whether fn accepted all of them.
func (a *assembly) each(source iter.Seq2[*timeline.Entry, error], fn func(row int, e *timeline.Entry) bool) bool {
	row := 0
	for e, err := range source {
		if err == nil {
			err = a.ctx.Err()
		}
		if err != nil {
			a.yield(nil, err)
			return false
		}
		if !e.Active() {
			continue
		}
		if row == a.rows {
			break // entries added since the draft was begun
		}
		if !fn(row, e) {
			return false
		}
		row++
	}
	return true
}

// elsewhere yields the next items as long as they are not in the original's order.
func (a *assembly) elsewhere() bool {
	for a.next < len(a.items) && a.moved[a.next] {
		i := a.items[a.next]
		if a.held[i.row] == nil && i.row != isNew {
			a.yield(nil, errMeanwhile)
			return false
		}
		if !a.give(a.held[i.row]) {
			return false
		}
	}
	return true
}

// give yields the next item. E is its entry in the original, or nil if it was inserted.
func (a *assembly) give(e *timeline.Entry) bool {
	i := a.items[a.next]
	if e == nil {
		e = &timeline.Entry{ID: i.id, Type: i.kind, Timestamp: i.stamp}
		if i.kind == timeline.Assistant {
			e.Model = a.model
		}
	}
	edited := i.edited(e)
	if e.Compaction != nil {
		edited.Compaction = a.compaction(*e.Compaction)
	}
	if a.moved[a.next] && a.stamp != "" {
		edited.Timestamp = a.stamp // keep times ascending
	}
	a.see(edited)
	a.next++
	return a.yield(edited, nil)
}

// compaction returns the description of a summary without the entries that are gone.
func (a *assembly) compaction(c timeline.Compaction) *timeline.Compaction {
	present := map[string]bool{}
	for _, i := range a.all {
		present[i.id] = true
	}
	c.Keeps = slices.DeleteFunc(slices.Clone(c.Keeps), func(id string) bool { return !present[id] })
	return &c
}

// edited returns the entry in its edited form, without its record.
func (i item) edited(e *timeline.Entry) *timeline.Entry {
	edited := *e
	edited.Native, edited.ParentID = nil, ""
	if i.text == nil {
		return &edited
	}
	text := timeline.NewText(*i.text)
	switch e.Type {
	case timeline.ToolCall:
		var input bytes.Buffer
		if json.Compact(&input, []byte(*i.text)) == nil {
			edited.Input = input.Bytes()
		}
	case timeline.ToolResult:
		edited.Output, edited.Error = text, timeline.Text{}
	default:
		edited.Content, edited.Thinking = text, timeline.Text{} // the thinking belonged to a different answer
	}
	return &edited
}
