package kimi

import (
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// The records that are no messages, but of which the CLI tells its model when it resumes the session (observed with
// kimi-code 2.1.0): a goal that is not reached, background tasks whose end was not told, what plugins say at the start
// of a session.
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

// State is what such a record says, without its texts.
type State struct {
	line int
	kind string
	// id is that of a task, status that of a goal.
	id, status string
	// isTold marks a record whose text is to be told.
	isTold bool
	// tasks are those for which the model waited.
	tasks []string
}

var states = lazy.Table(true, GoalCreate, GoalUpdate, TaskStarted, TaskTerminated, SessionStart, goalClear, forked,
	waited)

// IsStated reports whether the record has a text that the CLI tells when it resumes the session.
func (r Record) IsStated() bool {
	name := inner(r.Type)
	return states()[string(name)] && !untold()[string(name)]
}

// StateOf returns what a record says of a goal, a task or the plugins. Ok is false when that is nothing.
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

// isEndTold reports whether the CLI tells of a task that has ended. It keeps those from its model that it ended itself,
// unless that was at the end of a session (read in the bundle of kimi-code 2.1.0).
func isEndTold(task jsonl.Value) bool {
	if task.Get("terminalNotificationSuppressed").Bool() {
		return task.Get("status").Is("killed") && task.Get("stopReason").Is("Session closed")
	}
	return string(task.Get("detached")) != "false"
}

// Standing is what is told anew, by the lines of its records. The zero value is that of a new session.
type Standing struct {
	goal, reason int
	status       string
	tasks        map[string]int
	start        int
	// started are the messages that tell what the plugins say at the start.
	started []int
}

// Apply takes the next record.
func (s *Standing) Apply(c State) {
	switch c.kind {
	case GoalCreate:
		s.goal, s.reason, s.status = c.line, 0, "active"
	case GoalUpdate:
		s.updateGoal(c)
	case goalClear, forked: // a fork goes on without it
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

// updateGoal takes over a goal's status. A reason counts with the change that it is for.
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

// Follow takes a message that tells of a task, or what the plugins say.
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

// Lines returns the lines of what is told anew, in order. InContext reports whether the message of a line is still in
// the model's context.
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

// GoalText returns what a goal is, or why it rests.
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

// TaskText returns what a background task is, and how it ended, as far as that is known.
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
