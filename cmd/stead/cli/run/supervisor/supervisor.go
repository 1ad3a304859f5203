// Package supervisor is the side of a run that other processes see: its socket, the terminal to which users attach and
// from which they detach, and their keys. It also has the other end, which lends a user's terminal to a run and gets it
// back ([Attach]).
package supervisor

import (
	"context"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/orchestrator/questions"
	"stead/orchestrator/session"
	"stead/runs"
	"stead/runs/notify"
	"stead/runs/socket"
	"stead/timeline"
)

// Supervisor lets others at a run: those who follow it, and those who have a text typed into it. It observes the run.
type Supervisor struct {
	socket  reporter
	ding    *notify.Ding
	orders  chan session.Order
	moves   chan session.Switch
	asked   questions.Register
	tidying sync.Once
}

var _ orchestrator.Observer = (*Supervisor)(nil)

// New returns a supervisor that begins to serve. Terminal is the run's, nil when it is headless.
func New(terminal *Terminal) *Supervisor {
	m := &Supervisor{orders: make(chan session.Order), moves: make(chan session.Switch)}
	m.socket.server = &socket.Server{Send: m.send, Answer: m.answer, Switch: m.switches}
	if terminal != nil {
		m.socket.server.Hub = terminal.hub
	}
	return m
}

// Serve serves a connection. Gone is closed when the other end has gone.
func (m *Supervisor) Serve(conn *net.UnixConn) (gone <-chan struct{}) {
	return m.socket.server.Serve(conn)
}

// Begin joins the run to its orders, to its socket and to what notifies the user.
func (m *Supervisor) Begin(s *setup.Setup, r *orchestrator.Request, ding *notify.Ding) {
	m.socket.state, m.ding, r.Orders = s.Config.Folders.State, ding, m.orders
	r.Questions, r.Switches = &m.asked, m.moves
}

// Ended reports how the run ended.
func (m *Supervisor) Ended(r runs.Run, err error) { m.socket.ended(r, err) }

// Close stops serving, when everybody has heard the end.
func (m *Supervisor) Close() { m.socket.server.Close() }

// A CLI that has just drawn its composer may not take what is typed into it: Claude Code 2.1.197 lost the key that
// submits, two seconds after its start. One that draws all the time is not waited for any longer.
const (
	composerRests = time.Second
	composerWaits = 5 * time.Second
)

// send has a text typed and returns when it was.
func (m *Supervisor) send(ctx context.Context, text string) error {
	if hub := m.socket.server.Hub; hub != nil {
		drawing, cancel := context.WithTimeout(ctx, composerWaits)
		defer cancel()
		hub.Rest(drawing, composerRests)
	}
	done := make(chan error, 1)
	select {
	case m.orders <- session.Order{Text: text, Wanted: ctx, Done: func(err error) { done <- err }}:
	case <-ctx.Done():
		return session.ErrEnded
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return session.ErrEnded
	}
}

// switches has the run go on in another CLI, and returns when its own one is about to be ended.
func (m *Supervisor) switches(ctx context.Context, to socket.Switch) error {
	done := make(chan error, 1)
	select {
	case m.moves <- session.Switch{To: to.CLI, Prompt: to.Prompt, IsFromInside: to.IsFromInside,
		Done: func(err error) { done <- err }}:
	case <-ctx.Done():
		return session.ErrEnded
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return session.ErrEnded
	}
}

// answer answers a question of the CLI's.
func (m *Supervisor) answer(c signals.Choice) any {
	if m.socket.server.Hub == nil {
		return questions.ReplyOf(signals.Answer{}, questions.ErrHeadless)
	}
	return questions.ReplyOf(m.asked.Answer(c, time.Now()))
}

// tidyPause is how often a run's process gives back to the system what it does not use, which takes some milliseconds.
const tidyPause = 15 * time.Second

func tidy() {
	for range time.Tick(tidyPause) {
		debug.FreeOSMemory()
	}
}

// garbage is how much of the memory that is in use may lie about beside it, in percent: the process of a run stays for
// as long as the run.
const garbage = 40

// Delivered implements orchestrator.Observer. Until then sessions of any size are converted, which takes what it takes.
func (m *Supervisor) Delivered(p delivery.Plan) {
	debug.SetGCPercent(garbage)
	m.tidying.Do(func() { go tidy() })
	m.socket.Delivered(p)
}

// Entry implements orchestrator.Observer.
func (m *Supervisor) Entry(e *timeline.Entry) {
	m.socket.Entry(e)
	m.ding.Entry(e)
}

// Changed implements orchestrator.Observer.
func (m *Supervisor) Changed(r runs.Run) {
	m.socket.Changed(r)
	m.ding.Changed(r)
}

// Note implements orchestrator.Observer.
func (m *Supervisor) Note(text string) { m.socket.Note(text) }
