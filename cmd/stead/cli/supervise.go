package cli

import (
	"context"
	"errors"
	"net"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"stead/control"
	"stead/notify"
	"stead/orchestrator"
	"stead/runs"
	"stead/timeline"
)

// superviseCommand is the verb of the process that minds a run: `stead run` starts it with its own flags and stays with it over the
// connection that is its descriptor 3.
func (a *app) superviseCommand() *cobra.Command {
	c := a.commandOfRun(a.supervise)
	c.Use, c.Hidden, c.Short = "supervise", true, "Supervise a run (started by stead run)"
	return c
}

// starterDescriptor is that of the connection to whoever started the supervisor: the first of exec.Cmd's ExtraFiles.
const starterDescriptor = 3

func (a *app) supervise(ctx context.Context, o runOptions, flags map[string]string) error {
	starter, err := inherited(starterDescriptor)
	if err != nil {
		return usageError{errors.New("supervise is started by stead run")}
	}
	m := &minder{socket: socket{app: a}, gone: make(chan struct{})}
	terminal := newStageTerminal(m.gone)
	defer terminal.close()
	m.server = &control.Server{Stage: terminal.Stage, Send: m.send}
	defer m.server.Close()
	m.server.Serve(starter)
	if o.detach {
		close(m.gone)
	}
	run, err := a.mind(ctx, m, terminal, o, flags)
	terminal.Close()
	m.server.Tell(control.Ended, ending{Run: run, Failure: describe(err)})
	return err
}

// mind carries out the run.
func (a *app) mind(ctx context.Context, m *minder, t *stageTerminal, o runOptions, flags map[string]string) (runs.Run, error) {
	s, err := a.setup(flags)
	if err != nil {
		return runs.Run{}, err
	}
	o.asks = !o.detach // whoever has started it is told, and asks
	t.pauses = s.config.Pause
	r, err := a.request(ctx, &o, s)
	if err != nil {
		return runs.Run{}, err
	}
	m.begin(s, &r, a.dinger(s, bells{t.Stage}, m.Note))
	if !r.Headless {
		r.Terminal = t
	}
	outlivePipes()
	return a.orchestrator(s).Run(ctx, r, m)
}

// inherited is a connection that this process was started with.
func inherited(descriptor uintptr) (*net.UnixConn, error) {
	file := os.NewFile(descriptor, "starter")
	if file == nil {
		return nil, os.ErrInvalid
	}
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		return nil, err
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, os.ErrInvalid
	}
	return unix, nil
}

// ending is how a run ended, as its supervisor tells it. Failure is nil when nothing went wrong; the run has no id when nothing was begun.
type ending struct {
	Run     runs.Run `json:"run"`
	Failure *failure `json:"failure,omitempty"`
}

// minder lets others at a run: those who follow it, and those who tell it something.
type minder struct {
	socket
	ding    *notify.Ding
	orders  chan orchestrator.Order
	tidying sync.Once
	gone    chan struct{}
}

var _ orchestrator.Observer = (*minder)(nil)

// begin joins the run to what it is told, and to what tells the user of it.
func (m *minder) begin(s *setup, r *orchestrator.Request, ding *notify.Ding) {
	m.setup, m.ding = s, ding
	m.orders = make(chan orchestrator.Order)
	r.Orders = m.orders
}

// A CLI that has just drawn its composer may not take what is typed into it: Claude Code 2.1.197 lost the key that submits, two seconds
// after its start. One that draws all the time is not waited for any longer.
const (
	composerRests = time.Second
	composerWaits = 5 * time.Second
)

// send has a text typed and returns when it was.
func (m *minder) send(ctx context.Context, text string) error {
	if stage := m.server.Stage; stage != nil {
		drawing, cancel := context.WithTimeout(ctx, composerWaits)
		defer cancel()
		stage.Rest(drawing, composerRests)
	}
	done := make(chan error, 1)
	select {
	case m.orders <- orchestrator.Order{Text: text, Done: func(err error) { done <- err }}:
	case <-ctx.Done():
		return orchestrator.ErrEnded
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return orchestrator.ErrEnded
	}
}

// tidyPause is how often a run's process gives back to the system what it does not use, which takes some milliseconds.
const tidyPause = 15 * time.Second

func tidy() {
	for range time.Tick(tidyPause) {
		debug.FreeOSMemory()
	}
}

// garbage is how much of the memory that is in use may lie about beside it, in percent: the process of a run stays for as long as the run.
const garbage = 40

// Delivered implements orchestrator.Observer. Until then sessions of any size are converted, which takes what it takes.
func (m *minder) Delivered(p orchestrator.Plan) {
	debug.SetGCPercent(garbage)
	m.tidying.Do(func() { go tidy() })
	m.socket.Delivered(p)
}

// Entry implements orchestrator.Observer.
func (m *minder) Entry(e *timeline.Entry) {
	m.socket.Entry(e)
	m.ding.Entry(e)
}

// Changed implements orchestrator.Observer.
func (m *minder) Changed(r runs.Run) {
	m.socket.Changed(r)
	m.ding.Changed(r)
}
