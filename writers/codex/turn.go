package codex

import (
	"time"

	format "stead/internal/format/codex"
	"stead/timeline"
)

// turn is the turn that is being written. The terminal draws only items of a turn that was opened; one that is not closed is
// drawn as interrupted.
type turn struct {
	id string
	// answered is set once the model has said or done something in the turn.
	answered bool
	// last is the newest answer, with which the turn is closed.
	last timeline.Text
	// time is that of the newest entry.
	time string
	// restored is set while all of the turn comes from restored lines, so that its end is not this writer's to tell.
	restored bool
}

// openTurn opens a turn unless one is open.
func (n *encoder) openTurn(timestamp string) {
	n.turn.time, n.turn.restored = timestamp, false
	if n.turn.id != "" {
		return
	}
	n.turn.id = n.plan.NewID()
	n.event(timestamp, func(o *timeline.Object) {
		o.String("type", "task_started")
		o.String("turn_id", n.turn.id)
		if begin, err := time.Parse(time.RFC3339, timestamp); err == nil {
			o.Int("started_at", begin.Unix())
		}
		o.Raw("model_context_window", []byte("null"))
	})
}

// endTurn closes the open turn, if any.
func (n *encoder) endTurn() {
	if n.turn.id == "" {
		return
	}
	n.abandonCalls()
	n.event(n.turn.time, func(o *timeline.Object) {
		o.String("type", "task_complete")
		o.String("turn_id", n.turn.id)
		if n.turn.last.IsEmpty() {
			o.Raw("last_agent_message", []byte("null"))
		} else {
			o.Text("last_agent_message", n.turn.last)
		}
	})
	n.turn = turn{}
}

// abortTurn closes the open turn, if any, as one that the user interrupted.
func (n *encoder) abortTurn() {
	if n.turn.id == "" {
		return
	}
	n.abandonCalls()
	n.event(n.turn.time, func(o *timeline.Object) {
		o.String("type", "turn_aborted")
		o.String("turn_id", n.turn.id)
		o.String("reason", "interrupted")
	})
	n.turn = turn{}
}

// event writes an event message.
func (n *encoder) event(timestamp string, fn func(o *timeline.Object)) {
	n.out.line(format.EventMessage, timestamp, func(dst []byte) []byte { return timeline.AppendObject(dst, fn) })
}

// item writes a completed item, which the terminal draws. Only paginated rollouts have them.
func (n *encoder) item(timestamp, kind, id string, fn func(o *timeline.Object)) {
	if n.out.mode != format.Paginated {
		return
	}
	n.event(timestamp, func(o *timeline.Object) {
		o.String("type", "item_completed")
		o.String("thread_id", n.plan.ID)
		o.String("turn_id", n.turn.id)
		o.Append("item", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("type", kind)
				o.String("id", id)
				fn(o)
			})
		})
	})
}

// legacyEvent writes an event that only legacy rollouts have.
func (n *encoder) legacyEvent(timestamp string, fn func(o *timeline.Object)) {
	if n.out.mode == format.Legacy {
		n.event(timestamp, fn)
	}
}

// response writes a response item, which the model is sent, and returns its JSON until the next line is written.
func (n *encoder) response(timestamp string, fn func(o *timeline.Object)) []byte {
	return n.out.line(format.ResponseItem, timestamp, func(dst []byte) []byte { return timeline.AppendObject(dst, fn) })
}
