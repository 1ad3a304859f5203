package supervisor

import (
	"context"
	"sync"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/orchestrator/questions"
	"stead/orchestrator/session"
	"stead/runs"
	"stead/runs/socket"
	"stead/timeline"
)

// Ending is how a run ended, as its supervisor reports it. Failure is nil when nothing went wrong; the run has no id
// when nothing was begun.
type Ending struct {
	Run     runs.Run       `json:"run"`
	Failure *failure.Error `json:"failure,omitempty"`
}

// Alongside returns what lets others follow and stop headless runs that share this process with others.
func Alongside(s *setup.Setup) setup.Alongside {
	return func(stop func()) (orchestrator.Observer, func(runs.Run, error)) {
		k := &reporter{state: s.Config.Folders.State, server: &socket.Server{
			Stop: stop, Send: func(context.Context, string) error { return socket.ErrNoTerminal },
			Switch: func(context.Context, socket.Switch) error { return session.ErrHeadless },
			Answer: func(signals.Choice) any { return questions.ReplyOf(signals.Answer{}, questions.ErrHeadless) },
		}}
		return k, func(r runs.Run, err error) {
			k.ended(r, err)
			k.server.Close()
		}
	}
}

// reporter reports a run to its clients.
type reporter struct {
	server *socket.Server
	// state is the folder below which the socket is made.
	state  string
	opened sync.Once
}

var _ orchestrator.Observer = (*reporter)(nil)

// Delivered implements orchestrator.Observer.
func (k *reporter) Delivered(p delivery.Plan) { k.server.Publish(socket.Delivered, p) }

// Entry implements orchestrator.Observer.
func (k *reporter) Entry(e *timeline.Entry) {
	bare := *e
	bare.Native = nil
	k.server.Publish(socket.Entry, &bare)
}

// Changed implements orchestrator.Observer. With the first record there is an id, and so a socket.
func (k *reporter) Changed(r runs.Run) {
	k.opened.Do(func() {
		note, err := k.server.Open(k.state, r.ID)
		if err != nil {
			note = "no terminal can attach: " + err.Error()
		}
		if note != "" {
			k.Note(note)
		}
	})
	k.server.Publish(socket.Changed, r)
}

// Note implements orchestrator.Observer.
func (k *reporter) Note(text string) { k.server.Publish(socket.Note, text) }

func (k *reporter) ended(r runs.Run, err error) {
	k.server.Publish(socket.Ended, Ending{Run: r, Failure: failure.Describe(err)})
}
