package cusf

import (
	"fmt"

	format "stead/adapters/cusf"
	"stead/internal/adapt/entry"
	"stead/timeline"
)

// joiner relates lines to each other: it makes ids unique and pairs results with their calls.
type joiner struct {
	ids entry.IDs
	// open lists the calls without a result by the file's tool_id, the newest last.
	open map[string][]string
}

func newJoiner() *joiner {
	return &joiner{ids: entry.NewIDs(), open: map[string][]string{}}
}

// join returns the entries of a line: its own, or those that stead stored in it.
func (j *joiner) join(l line) []*timeline.Entry {
	if l.added.IsObject() {
		return restored(l)
	}
	e := l.entry
	if e.ParentID != "" && !j.ids.Has(e.ParentID) {
		e.Extra = timeline.Extra{format.ExtraParent: timeline.NewText(e.ParentID).JSON()}
		e.ParentID = ""
	}
	native := e.ID
	e.ID = j.unique(e.ID, l.number)
	switch e.Type {
	case timeline.ToolCall:
		j.open[native] = append(j.open[native], e.ID)
	case timeline.ToolResult:
		e.CallID = j.answered(e.CallID)
	}
	return []*timeline.Entry{e}
}

// answered returns the id of the call that a result answers: the newest open call with the given tool_id. Long sessions
// reuse short ids.
func (j *joiner) answered(id string) string {
	calls := j.open[id]
	if len(calls) == 0 {
		return id
	}
	last := len(calls) - 1
	call := calls[last]
	if j.open[id] = calls[:last]; last == 0 {
		delete(j.open, id)
	}
	return call
}

// unique returns the id, or a derived one if the id is missing or already taken.
func (j *joiner) unique(id string, line int) string {
	if id == "" {
		id = fmt.Sprintf("#%d", line) // no format creates ids like this
	}
	wanted := id
	for n := line; !j.ids.Take(id); n++ { // start at the line number, to avoid a long search in a file with one id for all
		id = fmt.Sprintf("%s#%d", wanted, n)
	}
	return id
}

// restored returns the entries that stead stored in a line.
func restored(l line) []*timeline.Entry {
	entries := list(l.added.Get(format.SteadBefore))
	own := l.added.Get(format.SteadEntry)
	if !own.IsObject() {
		return entries
	}
	e := decode(own)
	if l.added.Get(format.SteadVerbatim).Bool() {
		e.Content, e.Thinking, e.Output = l.entry.Content, l.entry.Thinking, l.entry.Output
		if e.Type == timeline.ToolCall {
			e.Tool, e.Input = l.entry.Tool, l.entry.Input
		}
	}
	return append(entries, e)
}
