package kimi

import (
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// The records that are not messages, but whose content the CLI sends to its model when it resumes the session (observed
// with kimi-code 2.1.0): a goal that is not reached, background tasks whose end was not reported, the plugins' texts at
// the start of a session.
const (
	GoalCreate     = "goal.create"
	GoalUpdate     = "goal.update"
	TaskStarted    = "task.started"
	TaskTerminated = "task.terminated"
	SessionStart   = "plugin.session_start"

	goalClear = "goal.clear"
	forked    = "forked"
	waited    = "task.waitDelivered"
)

// State is the content of one of these records, without its texts.
type State struct {
	line int
	kind string
	// id is the id of a task, status the status of a goal.
	id, status string
	// isTold marks a record whose text must be sent to the model.
	isTold bool
	// tasks are the tasks that the model waited for.
	tasks []string
}

var states = lazy.Table(true, GoalCreate, GoalUpdate, TaskStarted, TaskTerminated, SessionStart, goalClear, forked,
	waited)

// IsStated reports whether the record has a text that the CLI sends when it resumes the session.
func (r Record) IsStated() bool {
	name := inner(r.Type)
	return states()[string(name)] && !untold()[string(name)]
}

// StateOf returns the state that a record holds of a goal, a task or the plugins. Ok is false if it holds none.
func StateOf(line int, r Record) (s State, ok bool) {
	if !states()[string(inner(r.Type))] {
		return s, false
	}
	s = State{line: line, kind: r.Type.String()}
	switch s.kind {
	case GoalUpdate:
		s.status, s.isTold = r.Raw.Get("status").String(), r.Raw.Get("reason").IsString()
	case TaskStarted:
		s.id, s.isTold = r.Raw.Get("info", "taskId").String(), true
	case TaskTerminated:
		info := r.Raw.Get("info")
		s.id, s.isTold = info.Get("taskId").String(), isEndTold(info)
	case waited:
		for key := range jsonl.Elements(r.Raw.Get("keys")) {
			task, _, _ := strings.Cut(key.String(), "\x00")
			s.tasks = append(s.tasks, task)
		}
	case SessionStart:
		s.isTold = r.Raw.Get("content").IsString()
	}
	return s, true
}

// isEndTold reports whether the CLI reports the end of a task to its model. It does not report a task that it ended
// itself, unless it did so at the end of a session (read in the bundle of kimi-code 2.1.0).
func isEndTold(task jsonl.Value) bool {
	if task.Get("terminalNotificationSuppressed").Bool() {
		return task.Get("status").Is("killed") && task.Get("stopReason").Is("Session closed")
	}
	return string(task.Get("detached")) != "false"
}

// Standing tracks the content that a resumed session sends again, by the lines of its records. The zero value is that
// of a new session.
type Standing struct {
	goal, reason int
	status       string
	tasks        map[string]int
	start        int
	// started are the lines of the messages that hold the plugins' texts at the start.
	started []int
}

// Apply applies the state of the next record.
func (s *Standing) Apply(c State) {
	switch c.kind {
	case GoalCreate:
		s.goal, s.reason, s.status = c.line, 0, "active"
	case GoalUpdate:
		s.updateGoal(c)
	case goalClear, forked: // a fork continues without the goal
		s.goal, s.reason = 0, 0
	case SessionStart:
		s.start = 0
		if c.isTold {
			s.start = c.line
		}
	default:
		s.applyTask(c)
	}
}

// updateGoal applies a goal's new status. A reason counts only together with the change that it explains.
func (s *Standing) updateGoal(c State) {
	if c.status == "" || c.status == s.status {
		return
	}
	s.status, s.reason = c.status, 0
	switch {
	case c.status == "complete":
		s.goal = 0
	case c.status != "active" && c.isTold:
		s.reason = c.line
	}
}

func (s *Standing) applyTask(c State) {
	if c.isTold {
		if s.tasks == nil {
			s.tasks = map[string]int{}
		}
		s.tasks[c.id] = c.line
	} else {
		delete(s.tasks, c.id)
	}
	for _, task := range c.tasks {
		delete(s.tasks, task)
	}
}

// Follow applies a message that reports a task, or that holds the plugins' texts.
func (s *Standing) Follow(c Change) {
	switch c.tells {
	case "":
	case sessionStart:
		s.started = append(s.started, c.Line)
	case lostTasks:
		s.tasks = nil
	default:
		delete(s.tasks, c.tells)
	}
}

// Lines returns the lines of the content that a resumed session sends again, in order. InContext reports whether the
// message of a line is still in the model's context.
func (s *Standing) Lines(inContext func(line int) bool) []int {
	var lines []int
	if s.goal > 0 {
		lines = append(lines, s.goal)
		if s.reason > 0 {
			lines = append(lines, s.reason)
		}
	}
	for _, line := range s.tasks {
		lines = append(lines, line)
	}
	if s.start > 0 && !slices.ContainsFunc(s.started, inContext) {
		lines = append(lines, s.start)
	}
	slices.Sort(lines)
	return lines
}

// GoalText returns a description of a goal, or the reason for its status.
func GoalText(r Record) timeline.Text {
	if r.Type.Is(GoalUpdate) {
		return timeline.Concat(timeline.NewText("The goal is "+r.Raw.Get("status").String()+": "), Text(r.Raw.Get("reason")))
	}
	text := timeline.Concat(timeline.NewText("There is a goal, which is not reached yet: "), Text(r.Raw.Get("objective")))
	if criterion := Text(r.Raw.Get("completionCriterion")); !criterion.IsEmpty() {
		text = timeline.Concat(text, timeline.NewText("\nIt is reached when: "), criterion)
	}
	return text
}

// TaskText returns a description of a background task, and its outcome if known.
func TaskText(r Record) timeline.Text {
	info := r.Raw.Get("info")
	head := "Background task " + info.Get("taskId").String() + ", whose end was not seen: "
	if r.Type.Is(TaskTerminated) {
		head = "Background task " + info.Get("taskId").String() + " (" + info.Get("status").String() + "): "
	}
	text := timeline.Concat(timeline.NewText(head), Text(info.Get("description")))
	if reason := Text(info.Get("stopReason")); !reason.IsEmpty() {
		text = timeline.Concat(text, timeline.NewText("\nReason: "), reason)
	}
	return text
}
