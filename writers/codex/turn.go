package codex

import (
	"time"

	format "stead/adapters/codex"
	"stead/timeline"
)

// turn is the turn being written. The terminal draws items only in a turn that was opened, and draws an unclosed turn
// as interrupted.
type turn struct {
	id string
	// answered is set once the model has said or done something in the turn.
	answered bool
	// last is the newest answer. The end of the turn repeats it.
	last timeline.Text
	// time is that of the newest entry.
	time string
	// restored is set while the whole turn comes from restored lines, so that this writer must not end it.
	restored bool
}

// turns opens and closes the turns of a rollout, and writes what the terminal draws in them.
type turns struct {
	out    *output
	thread string // the id of the session
	newID  func() string
	open   turn // the zero value while no turn is open
}

// begin opens a turn unless one is open.
func (t *turns) begin(timestamp string) {
	t.open.time, t.open.restored = timestamp, false
	if t.open.id != "" {
		return
	}
	t.open.id = t.newID()
	t.out.event(timestamp, func(o *timeline.Object) {
		o.String("type", "task_started")
		o.String("turn_id", t.open.id)
		if begin, err := time.Parse(time.RFC3339, timestamp); err == nil {
			o.Int("started_at", begin.Unix())
		}
		o.Raw("model_context_window", []byte("null"))
	})
}

// answer records that the model said or did something. It opens a turn unless one is open.
func (t *turns) answer(timestamp string) {
	t.begin(timestamp)
	t.open.answered = true
}

// complete closes the open turn.
func (t *turns) complete() {
	t.out.event(t.open.time, func(o *timeline.Object) {
		o.String("type", "task_complete")
		o.String("turn_id", t.open.id)
		if t.open.last.IsEmpty() {
			o.Raw("last_agent_message", []byte("null"))
		} else {
			o.Text("last_agent_message", t.open.last)
		}
	})
	t.open = turn{}
}

// abort closes the open turn as interrupted by the user.
func (t *turns) abort() {
	t.out.event(t.open.time, func(o *timeline.Object) {
		o.String("type", "turn_aborted")
		o.String("turn_id", t.open.id)
		o.String("reason", "interrupted")
	})
	t.open = turn{}
}

// item writes a completed item, which the terminal draws. Only paginated rollouts have items.
func (t *turns) item(timestamp, kind, id string, fn func(o *timeline.Object)) {
	if t.out.mode != format.Paginated {
		return
	}
	t.out.event(timestamp, func(o *timeline.Object) {
		o.String("type", "item_completed")
		o.String("thread_id", t.thread)
		o.String("turn_id", t.open.id)
		o.Object("item", func(o *timeline.Object) {
			o.String("type", kind)
			o.String("id", id)
			fn(o)
		})
	})
}

// follow tracks the turns of restored lines, so that converted lines begin and close turns where necessary.
func (t *turns) follow(l format.Line) {
	if l.Type != format.EventMessage {
		return
	}
	switch l.Kind() {
	case "task_started", "turn_started":
		t.open = turn{id: l.Payload.Get("turn_id").String(), answered: true, restored: true,
			time: t.out.plan.Stamp(l.Timestamp.String())}
	case "task_complete", "turn_complete", "turn_aborted":
		t.open = turn{}
	}
}
