package cusf

import (
	"fmt"
	"hash/maphash"
	"time"

	format "stead/adapters/cusf"
	"stead/readers"
)

// The rules across lines. The standard states them in words (5.2). Where it leaves details open, the code of each rule
// decides.
const (
	ruleLines      = "JSON Lines"
	ruleFirstLine  = "first-line"
	ruleOnlyFirst  = "first-line (only there)"
	ruleStartFirst = "session_start first"
	ruleStartOnce  = "session_start (only one)"
	ruleResult     = "tool_result match"
	ruleEndID      = "session_end.session_id"
	ruleEndOnce    = "session_end (only one)"
	ruleEndLast    = "session_end last"
	ruleOrder      = "chronological order"
	ruleUnique     = "unique ids (recommended reading)"
)

// rules checks the rules across lines. It keeps a few bytes for each id.
type rules struct {
	report func(part readers.Part, rule string, line int, warning bool, text string)

	seed     maphash.Seed
	messages map[uint64]struct{}
	tools    map[uint64]*use
	open     int

	lines                      int
	hasStart, startless, ended bool
	afterEnd                   bool
	session                    string
	last                       time.Time
}

// use counts the calls and the results of a tool_id.
type use struct{ calls, results int }

func (r *rules) breach(rule string, line int, text string, values ...any) {
	r.report(readers.Structure, rule, line, false, fmt.Sprintf(text, values...))
}

func (r *rules) warn(rule string, line int, text string, values ...any) {
	r.report(readers.Structure, rule, line, true, fmt.Sprintf(text, values...))
}

// line checks the next line. It also counts a line that breaks its schema, so that one mistake causes only one breach.
func (r *rules) line(c checked) {
	r.lines++
	if c.unreadable != "" {
		r.breach(ruleLines, c.number, "%s", c.unreadable)
		return
	}
	r.first(c)
	if r.ended && !r.afterEnd && c.kind != format.SessionEnd {
		r.afterEnd = true
		r.breach(ruleEndLast, c.number, "an entry follows session_end")
	}
	switch c.kind {
	case format.SessionStart:
		r.start(c)
	case format.Message:
		r.inSession(c)
		r.message(c)
	case format.ToolUse:
		r.inSession(c)
		r.call(c)
	case format.ToolResult:
		r.inSession(c)
		r.result(c)
	case format.SessionEnd:
		r.end(c)
	}
	r.order(c)
}

func (r *rules) first(c checked) {
	switch {
	case r.lines == 1 && c.kind != format.Meta:
		r.breach(ruleFirstLine, c.number, "the first line is not a _meta entry")
	case r.lines > 1 && c.kind == format.Meta:
		r.breach(ruleOnlyFirst, c.number, "a _meta entry is not the first line")
	}
}

func (r *rules) start(c checked) {
	if r.hasStart {
		r.breach(ruleStartOnce, c.number, "a second session begins: a file holds one")
		return
	}
	r.hasStart, r.session = true, c.id
}

// inSession requires a session_start before any entry of the conversation. It reports only the first breach.
func (r *rules) inSession(c checked) {
	if !r.hasStart && !r.startless {
		r.startless = true
		r.breach(ruleStartFirst, c.number, "a %s precedes session_start", c.kind)
	}
}

func (r *rules) hash(id string) uint64 { return maphash.String(r.seed, id) }

func (r *rules) message(c checked) {
	if c.id == "" {
		return // the schema reports this
	}
	if _, seen := r.messages[r.hash(c.id)]; seen {
		r.breach(ruleUnique, c.number, "message_id %.60q is already used", c.id)
	}
	r.messages[r.hash(c.id)] = struct{}{}
	r.parent(c)
	for _, member := range c.misplaced {
		r.warn("message."+member, c.number, "only messages of the assistant should have it")
	}
}

func (r *rules) parent(c checked) {
	if _, seen := r.messages[r.hash(c.parent)]; c.parent != "" && !seen {
		r.warn("parent_id", c.number, "no earlier message has the id %.60q", c.parent)
	}
}

func (r *rules) call(c checked) {
	r.parent(c)
	if c.id == "" {
		return
	}
	u := r.tools[r.hash(c.id)]
	if u == nil {
		u = &use{}
		r.tools[r.hash(c.id)] = u
	} else {
		r.breach(ruleUnique, c.number, "tool_id %.60q is already used", c.id)
	}
	u.calls++
	r.open++
}

func (r *rules) result(c checked) {
	if c.id == "" {
		return
	}
	u := r.tools[r.hash(c.id)]
	switch {
	case u == nil:
		r.breach(ruleResult, c.number, "no earlier tool_use has the tool_id %.60q", c.id)
	case u.results >= u.calls:
		r.breach(ruleResult, c.number, "the tool_use %.60q already has a result", c.id)
	default:
		u.results++
		r.open--
	}
}

func (r *rules) end(c checked) {
	if r.ended {
		r.breach(ruleEndOnce, c.number, "the session has already ended")
	}
	r.ended = true
	if r.hasStart && c.id != r.session && c.id != "" && r.session != "" {
		r.breach(ruleEndID, c.number, "%.60q is not the session_id of session_start, which is %.60q", c.id, r.session)
	}
}

// order compares each time with that of the line before it, so that one wrong time causes only one breach.
func (r *rules) order(c checked) {
	if !c.timed {
		return
	}
	if c.at.Before(r.last) {
		r.breach(ruleOrder, c.number, "%s is earlier than the line before it, %s", format.FormatTime(c.at),
			format.FormatTime(r.last))
	}
	r.last = c.at
}

// finish checks the rules that depend on the end of the file.
func (r *rules) finish() {
	switch {
	case r.lines == 0:
		r.breach(ruleFirstLine, 0, "the file is empty")
	case !r.hasStart && !r.startless:
		r.breach(ruleStartFirst, 0, "there is no session_start")
	}
	if r.open > 0 {
		r.warn(ruleResult, 0, "%d tool_use without a result: the session was interrupted, or the export is not whole", r.open)
	}
	if r.hasStart && !r.ended {
		r.warn("session_end", 0, "there is no session_end: the session was open, or crashed")
	}
}
