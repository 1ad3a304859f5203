package kimicli

import (
	"cmp"
	"fmt"
	"maps"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/entry"
	"stead/timeline"
)

// joiner combines the records of a session in the order of the files: it assigns positions, ids and times, pairs
// results with their calls, and adds facts from earlier records to later ones.
type joiner struct {
	*index
	clock *clock
	ids   entry.IDs
	calls map[string]string // native ids to the entries of calls that wait for their result
	last  string            // the newest time
	// messages maps positions to the ids of the entries that compactions keep. A tail cannot know yet which entries these
	// will be, so it remembers all since the last compaction.
	messages     map[int][]string
	remembersAll bool
}

func newJoiner(x *index, c *clock) *joiner {
	return &joiner{
		index: x, clock: c, ids: entry.NewIDs(), calls: map[string]string{}, messages: map[int][]string{},
	}
}

// join completes the entries of a record at a position.
func (j *joiner) join(r record, position int) []*timeline.Entry {
	if j.repeated[position] {
		r.repeat()
	}
	j.date(&r)
	for i, e := range r.entries {
		native := e.ID
		e.ID = j.identify(native, position, i)
		e.Native.Line = position
		switch e.Type {
		case timeline.ToolCall:
			j.calls[native] = e.ID
		case timeline.ToolResult:
			j.pair(e)
		}
		if e.Compaction != nil {
			j.compaction(e, position)
		}
		if !e.Hidden && (j.remembersAll || j.kept[position]) {
			j.messages[position] = append(j.messages[position], e.ID)
		}
		if branch := j.branch(position); branch > 0 {
			e.Branch = branchID(branch)
		}
	}
	return r.entries
}

// date sets the times of a record's entries. An entry without a time in the wire file gets the time of the entry before
// it.
func (j *joiner) date(r *record) {
	first := r.entries[0]
	at := ""
	switch {
	case first.Hidden:
		return
	case first.Type == timeline.User:
		at = j.clock.prompted(first.Content)
	case r.role == format.RoleAssistant:
		at, first.Usage = j.clock.answered()
	}
	for _, e := range r.entries {
		own := at
		switch e.Type {
		case timeline.ToolCall:
			own = take(j.clock.calls, e.ID)
		case timeline.ToolResult:
			own = take(j.clock.results, e.CallID)
		}
		if own != "" {
			j.last = own
		}
		e.Timestamp = j.last
	}
}

func (j *joiner) pair(e *timeline.Entry) {
	if call, ok := j.calls[e.CallID]; ok {
		delete(j.calls, e.CallID)
		e.CallID = call
	}
}

func (j *joiner) compaction(e *timeline.Entry, position int) {
	for _, kept := range j.keeps[position] {
		e.Compaction.Keeps = append(e.Compaction.Keeps, j.messages[kept]...)
	}
	maps.DeleteFunc(j.messages, func(position int, _ []string) bool { return !j.kept[position] })
}

// identify returns an id that no earlier entry has.
func (j *joiner) identify(native string, position, part int) string {
	return j.ids.Unique(cmp.Or(native, entry.LineID(position, part)), position)
}

func branchID(n int) string { return fmt.Sprintf("replaced-%d", n) }
