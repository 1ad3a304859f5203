package opencode

import (
	"cmp"

	format "stead/internal/format/opencode"
	"stead/timeline"
)

// answer is a message of the model that is being written: what it thought, what it said, and what it called.
type answer struct {
	*draft
	// source is the model that gave it, as far as that is known.
	source    string
	mode      string
	calls     []*pendingCall
	completed int64
	// waiting counts the calls without a result, answered those with one.
	waiting, answered int
	// ended is when the newest of these ended, newest its part.
	ended     int64
	newest    string
	said      bool
	isSummary bool
	aborted   bool
	byUser    bool // whether it is a command that the user ran: the CLI gives that no end
}

// answer returns the answer to which an entry belongs: the open one, or a new one. Models are sent a message as one text and the calls after
// it, so that a second text, or one behind a call, would not arrive where it was. What is called once results are there is another
// answer, too.
func (n *encoder) answer(e *timeline.Entry) (*answer, error) {
	if a := n.open; a != nil {
		isCall := e.Type == timeline.ToolCall
		if isCall && a.answered == 0 || !isCall && len(a.calls) == 0 && !a.said {
			a.source = cmp.Or(a.source, e.Model)
			return a, nil
		}
		n.queue, n.open = append(n.queue, a), nil
		if err := n.flush(false); err != nil {
			return nil, err
		}
	}
	if err := n.endAsking(); err != nil {
		return nil, err
	}
	if n.resumes {
		if err := n.resume(e.Timestamp); err != nil {
			return nil, err
		}
	}
	n.open = n.newAnswer(e.Timestamp)
	n.open.source = e.Model
	return n.open, nil
}

func (n *encoder) newAnswer(timestamp string) *answer {
	created := n.clock.next(n.clock.at(timestamp))
	if n.prompt == "" {
		n.prompt = n.ids.Next(format.MessagePrefix) // there is none; OpenCode does not mind
	}
	a := &answer{draft: n.newDraft(created), mode: n.agent, completed: created}
	a.info = a.describe
	return a
}

// describe writes the message itself. Tokens are none: OpenCode would take those of another model for its own, and compact. The model is
// the one that will go on, as OpenCode shows thinking to that alone.
func (a *answer) describe(o *timeline.Object) {
	n := a.n
	o.String("role", "assistant")
	o.String("parentID", n.prompt)
	o.String("mode", a.mode)
	o.String("agent", a.mode)
	if a.isSummary {
		o.Bool("summary", true)
	}
	o.Append("path", func(dst []byte) []byte {
		path := timeline.NewObject(dst)
		path.String("cwd", n.plan.Dir)
		path.String("root", cmp.Or(n.project.Worktree, n.plan.Dir))
		return path.End()
	})
	o.Raw("cost", []byte("0"))
	o.Raw("tokens", []byte(`{"input":0,"output":0,"reasoning":0,"cache":{"read":0,"write":0}}`))
	header := n.plan.Stream.Header.Model
	o.String("modelID", cmp.Or(n.model, a.source, header.Model, "unknown"))
	o.String("providerID", cmp.Or(n.provider, header.Provider, "unknown"))
	o.Append("time", func(dst []byte) []byte {
		return appendTimes(dst, "created", a.created, "completed", max(a.completed, a.created))
	})
	switch {
	case a.byUser:
	case a.aborted && len(a.parts) > 0:
		o.Raw("error", []byte(`{"name":"MessageAbortedError","data":{"message":"Aborted"}}`))
	case len(a.calls) > 0:
		o.String("finish", "tool-calls")
	default:
		o.String("finish", "stop")
	}
}

// timed adds a part of text or reasoning that was said at a time.
func (a *answer) timed(kind string, text timeline.Text, at int64) {
	a.completed = max(a.completed, at)
	a.part(func(o *timeline.Object) {
		o.String("type", kind)
		o.Text("text", text)
		o.Append("time", func(dst []byte) []byte { return appendTimes(dst, "start", at, "end", at) })
	})
}

// maxQueue is how many answers may wait for a result of an earlier one. Results mostly come before the next answer.
const maxQueue = 64

// flush writes the answers of the queue whose calls have their results, in order; all of it when no result can come any more.
func (n *encoder) flush(all bool) error {
	for len(n.queue) > 0 && (all || n.queue[0].waiting == 0 || len(n.queue) > maxQueue) {
		a := n.queue[0]
		n.queue = n.queue[1:]
		for _, c := range a.calls {
			if c.part.data == nil {
				n.abandon(a, c)
			}
		}
		if err := n.write(a.message()); err != nil {
			return err
		}
	}
	return nil
}

// close writes what is open. Calls that still wait get no result any more.
func (n *encoder) close() error {
	if err := n.endAnswers(); err != nil {
		return err
	}
	if err := n.tellHeld(); err != nil {
		return err
	}
	return n.endAsking()
}

func (n *encoder) endAnswers() error {
	if n.open != nil {
		n.queue, n.open = append(n.queue, n.open), nil
	}
	return n.flush(true)
}

// endAsking writes the open message in the user's name.
func (n *encoder) endAsking() error {
	m := n.asked
	if n.asked = nil; m == nil {
		return nil
	}
	return n.write(m.message())
}
