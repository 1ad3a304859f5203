package supervisor

import (
	"context"
	"io"
	"time"

	"stead/internal/term/plain"
	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/internal/term/sharing"
	"stead/orchestrator"
	"stead/orchestrator/session"
)

// unattended is the size of a terminal until somebody looks at it.
var unattended = ptyx.Size{Rows: 40, Columns: 120}

// keptRows bounds how far back whoever attaches can scroll. Each takes some kilobytes of a supervisor's memory.
const keptRows = 300

// Terminal is the terminal of a run that users come to and leave.
type Terminal struct {
	// Pauses says that the user wants to read what was lost before the CLI covers it.
	Pauses bool

	hub  *sharing.Hub
	free func()
	// alone is closed when there is no sense in waiting for the first user.
	alone chan struct{}
	// wasRead says that there was a delivery before.
	wasRead bool
}

var (
	_ orchestrator.Terminal = (*Terminal)(nil)
	_ orchestrator.Teller   = (*Terminal)(nil)
	_ session.Display       = (*Terminal)(nil)
	_ session.Announcer     = (*Terminal)(nil)
)

// NewTerminal returns a terminal. Detached says that nobody need come: the CLI does not wait for its first user.
func NewTerminal(detached bool) *Terminal {
	var emulator *screen.Screen
	hub := sharing.New(unattended, func(reply func([]byte)) sharing.Screen {
		emulator = screen.New(int(unattended.Rows), int(unattended.Columns), reply)
		emulator.Keep(keptRows)
		return emulator
	}, time.Now)
	t := &Terminal{hub: hub, alone: make(chan struct{}), free: func() { hub.Close(); emulator.Close() }}
	if detached {
		close(t.alone)
	}
	return t
}

// Close gives all users their terminals back.
func (t *Terminal) Close() { t.hub.Close() }

// Free closes the terminal and frees what it holds.
func (t *Terminal) Free() { t.free() }

// Bells are the terminals of all users, for what draws nothing. Where there is no place for a bell between what the
// program draws, none is rung.
func (t *Terminal) Bells() io.Writer { return bells{t.hub} }

type bells struct{ hub *sharing.Hub }

// Write implements io.Writer.
func (b bells) Write(sequence []byte) (int, error) {
	b.hub.Overlay.Ring(sequence)
	return len(sequence), nil
}

// Text implements session.Display.
func (t *Terminal) Text() string { return t.hub.Text() }

// Relay implements orchestrator.Terminal.
func (t *Terminal) Relay(ctx context.Context, p *ptyx.Process, sink ptyx.Sink) (ptyx.Exit, error) {
	return t.hub.Run(ctx, p, sink)
}

// Tell implements orchestrator.Teller.
func (t *Terminal) Tell(text string) {
	t.hub.Prompt.Show(plain.Message(plain.Text(text), int(t.hub.Size().Columns)))
}

// announced is how long a line stands over what a CLI has drawn: long enough to be read, and to be noticed by who looks
// at the keyboard.
const announced = 6 * time.Second

// Announce implements session.Announcer.
func (t *Terminal) Announce(ctx context.Context, text string) {
	t.hub.Overlay.Cover(ctx, plain.Text(text), announced)
}
