package cli

import (
	"context"
	"sync"

	"stead/control"
	"stead/orchestrator"
	"stead/runs"
	"stead/timeline"
)

// socket tells whoever connects to a run what that does.
type socket struct {
	*app
	setup  *setup
	server *control.Server
	opened sync.Once
}

// attend opens a socket for a headless run that shares this process with others: stop ends it alone.
func (a *app) attend(s *setup, stop func()) (seen orchestrator.Observer, ended func(runs.Run, error)) {
	k := &socket{app: a, setup: s, server: &control.Server{
		Stop: stop, Send: func(context.Context, string) error { return control.ErrNoTerminal },
	}}
	return k, func(r runs.Run, err error) {
		k.server.Tell(control.Ended, ending{Run: r, Failure: describe(err)})
		k.server.Close()
	}
}

// Delivered implements orchestrator.Observer.
func (k *socket) Delivered(p orchestrator.Plan) { k.server.Tell(control.Delivered, p) }

// Entry implements orchestrator.Observer.
func (k *socket) Entry(e *timeline.Entry) {
	bare := *e
	bare.Native = nil
	k.server.Tell(control.Entry, &bare)
}

// Changed implements orchestrator.Observer. With the first record there is an id, and so a socket.
func (k *socket) Changed(r runs.Run) {
	k.opened.Do(func() {
		note, err := k.server.Open(k.setup.config.Folders.State, r.ID)
		if err != nil {
			note = "nobody can attach: " + err.Error()
		}
		if note != "" {
			k.Note(note)
		}
	})
	k.server.Tell(control.Changed, r)
}

// Note implements orchestrator.Observer.
func (k *socket) Note(text string) { k.server.Tell(control.Note, text) }
