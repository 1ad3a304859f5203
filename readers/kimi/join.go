package kimi

import (
	"cmp"
	"maps"

	format "stead/adapters/kimi"
	"stead/internal/adapt/entry"
	"stead/timeline"
)

// joiner combines the records of a session in the order of the file: it assigns ids that are missing or taken, pairs
// results with their calls, and adds facts from earlier records to later ones.
type joiner struct {
	*index
	model   string
	trigger string
	typed   timeline.Text // the line of the shell command whose output comes next
	ids     entry.IDs
	calls   map[string]call // the calls that wait for their result, by native id

	step    int           // the line that began the step
	thought timeline.Text // the thinking immediately before
	// messages maps the line of a message to the ids of those entries that compactions keep. A tail cannot know yet which
	// entries these will be, so it remembers all since the last compaction.
	messages     map[int][]string
	remembersAll bool
}

// call is a call that waits for its result.
type call struct {
	entry string // the id of its entry
	tool  string // the tool's native name
}

func newJoiner(x *index) *joiner {
	return &joiner{
		index: x, ids: entry.NewIDs(), calls: map[string]call{}, messages: map[int][]string{},
	}
}

// join completes the entries of a record.
func (j *joiner) join(r record) []*timeline.Entry {
	if r.model != "" {
		j.model = r.model
	}
	if r.trigger != "" {
		j.trigger = r.trigger
	}
	if r.begins {
		j.step = r.number
	}
	if !r.typed.IsEmpty() {
		j.typed = r.typed
	}
	isFailed := r.isPart && j.failed[r.step]
	for i, e := range r.entries {
		native := e.ID
		e.ID = j.ids.Unique(cmp.Or(native, entry.LineID(r.number, i)), r.number)
		e.Hidden = e.Hidden || isFailed || j.thoughts[r.number]
		j.entry(e, native, r)
		if e.Compaction != nil {
			j.compaction(e, r.number)
		}
		if !e.Hidden {
			j.remember(r, e.ID)
		}
	}
	return r.entries
}

func (j *joiner) entry(e *timeline.Entry, native string, r record) {
	switch e.Type {
	case timeline.Assistant:
		e.Model = j.model
		j.think(e, r.number)
	case timeline.ToolCall:
		e.Model = j.model
		j.calls[native] = call{entry: e.ID, tool: e.OriginalTool}
	case timeline.ToolResult:
		j.result(e, r.note)
	case timeline.User:
		if r.isState && !j.stands[r.number] {
			e.Type, e.Content, e.Origin, e.Hidden = timeline.System, timeline.Text{}, nil, true
		}
		if e.Origin != nil && e.Origin.Kind == timeline.Shell && e.Origin.Typed.IsEmpty() {
			e.Origin.Typed, j.typed = j.typed, timeline.Text{}
		}
	}
}

// think moves thinking to the text that follows it immediately.
func (j *joiner) think(e *timeline.Entry, line int) {
	if j.thoughts[line] {
		j.thought, e.Thinking = e.Thinking, timeline.Text{}
		return
	}
	if !j.thought.IsEmpty() {
		e.Thinking, j.thought = j.thought, timeline.Text{}
	}
}

// result pairs a result with its call. It separates the exit code of a failed command from the output. The note follows
// the output, as in the CLI's own requests (observed with kimi-code 2.1.0).
func (j *joiner) result(e *timeline.Entry, note timeline.Text) {
	c, known := j.calls[e.CallID]
	delete(j.calls, e.CallID)
	if known {
		e.CallID = c.entry
	}
	if !known || !format.TellsDuration(c.tool) {
		e.DurationMS = nil
	}
	if known && c.tool == format.Shell && !e.Success {
		e.Output, e.Error = format.SplitExit(e.Output)
	}
	if !note.IsEmpty() {
		e.Output = timeline.Join([]timeline.Text{e.Output, note}, "\n")
	}
}

func (j *joiner) compaction(e *timeline.Entry, line int) {
	e.Compaction.Trigger, j.trigger = j.trigger, ""
	for _, stands := range j.standing {
		e.Compaction.Keeps = append(e.Compaction.Keeps, j.messages[stands]...)
	}
	for _, kept := range j.keeps[line] {
		e.Compaction.Keeps = append(e.Compaction.Keeps, j.messages[kept]...)
	}
	maps.DeleteFunc(j.messages, func(line int, _ []string) bool { return !j.kept[line] })
}

// remember stores the entry of a message that a compaction may keep.
func (j *joiner) remember(r record, id string) {
	line := r.number
	if r.inStep {
		line = j.step
	}
	if j.remembersAll || j.kept[line] {
		j.messages[line] = append(j.messages[line], id)
	}
}
