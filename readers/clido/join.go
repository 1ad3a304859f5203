package clido

import (
	"fmt"

	"stead/internal/adapt/entry"
	"stead/timeline"
)

// joiner relates lines to each other: it assigns ids and pairs results with their calls.
type joiner struct {
	calls entry.IDs
	// open lists the calls without a result by their ids in the file, the newest last.
	open map[string][]string
	// isSummaryNext is set after the mark of a compaction.
	isSummaryNext bool
}

func newJoiner() *joiner {
	return &joiner{calls: entry.NewIDs(), open: map[string][]string{}}
}

func (j *joiner) join(l line) []*timeline.Entry {
	j.summarize(l)
	for i, e := range l.entries {
		switch e.Type {
		case timeline.ToolCall:
			native := e.ID
			e.ID = j.unique(native, l.number, i)
			j.open[native] = append(j.open[native], e.ID)
			continue
		case timeline.ToolResult:
			e.CallID = j.answered(e.CallID)
		}
		e.ID = lineID(l.number, i)
	}
	return l.entries
}

// summarize turns the prompt after the mark of a compaction into a summary.
func (j *joiner) summarize(l line) {
	first := l.entries[0]
	if j.isSummaryNext && first.Type == timeline.User {
		first.Type, first.Compaction = timeline.System, &timeline.Compaction{}
	}
	j.isSummaryNext = l.isCompaction || j.isSummaryNext && first.Hidden
}

// lineID returns an id for an entry that has none in the file.
func lineID(number, part int) string {
	if part == 0 {
		return fmt.Sprintf("line-%d", number)
	}
	return fmt.Sprintf("line-%d.%d", number, part+1)
}

// unique returns a call's id, or a derived one if the id is missing or already taken.
func (j *joiner) unique(id string, number, part int) string {
	if id == "" || j.calls.Has(id) {
		id = fmt.Sprintf("%s#%s", id, lineID(number, part))
	}
	j.calls.Take(id)
	return id
}

// answered returns the id of the call that a result answers: the newest open call with the given native id.
func (j *joiner) answered(id string) string {
	calls := j.open[id]
	if len(calls) == 0 {
		return id
	}
	last := len(calls) - 1
	if j.open[id] = calls[:last]; last == 0 {
		delete(j.open, id)
	}
	return calls[last]
}
