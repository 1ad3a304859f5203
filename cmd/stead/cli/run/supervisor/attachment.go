package supervisor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	xterm "golang.org/x/term"

	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/modes"
	"stead/internal/term/plain"
	"stead/internal/term/screen"
	"stead/internal/term/sharing"
	"stead/internal/term/tty"
	"stead/orchestrator/active"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/runs/socket"
)

// AttachOptions say how a user comes to a run.
type AttachOptions struct {
	// Process is the user's.
	Process *setup.Process
	// Client is the connection to the run's supervisor.
	Client *socket.Client
	// Run is the run as far as it is known before.
	Run runs.Run
	// Key leaves the run: the setting detach_key.
	Key string
	// Watch is for who only looks on; Begins for who has started the run, and Detached for who does not stay.
	Watch, Begins, Detached bool
	// Interrupt ends the run; nil when the user's interruption only ends the attachment.
	Interrupt func()
}

// attachment is a user's stay at a run.
type attachment struct {
	with AttachOptions
	term *term.Terminal
	// run is known once something was reported of it.
	run runs.Run

	delivered, attached, over, introduced bool
	notes                                 []string
	intro                                 strings.Builder // what was written on the terminal before the CLI takes it
	before                                *xterm.State
}

// followed are the events that an attachment follows.
var followed = []string{socket.Note, socket.Delivered, socket.Changed, socket.Ended}

// Attach hands the user's terminal over to a run and waits until it comes back, or the run ends. Over says that the run
// has ended. Errors: *active.KilledError, a *failure.Error with what the run failed by, and what kept the terminal from
// being handed over.
func Attach(ctx context.Context, o AttachOptions) (over bool, err error) {
	v := &attachment{with: o, term: o.Process.Term, run: o.Run}
	err = v.stay(ctx)
	return v.over, err
}

// stay hands the terminal over and waits until it comes back, or the run ends.
func (v *attachment) stay(ctx context.Context) error {
	defer v.restore()
	_ = v.with.Client.Follow(followed...) // when it fails, the run has ended: that is an event
	if !v.with.Begins {
		v.attach()
	}
	stop := make(chan struct{})
	v.with.Process.OnClose(func() { close(stop) })
	events := v.with.Client.Events(stop)
	changes := make(chan os.Signal, 1)
	tty.NotifyResized(changes)
	defer signal.Stop(changes)
	interrupted := ctx.Done()
	for {
		select {
		case e, open := <-events:
			if !open {
				return v.lost()
			}
			if done, err := v.apply(e); done {
				return err
			}
		case <-changes:
			_ = v.with.Client.Resized()
		case <-interrupted:
			interrupted = nil
			if term.HungUp(ctx) || !v.breakOff() {
				return nil
			}
		}
	}
}

// breakOff ends the run, or else the attachment, and reports whether there is word of that to wait for.
func (v *attachment) breakOff() bool {
	if v.with.Interrupt != nil {
		v.with.Interrupt()
		return true
	}
	return v.attached && v.with.Client.Leave() == nil // the run's process gives the terminal back as it was
}

// attach hands the terminal over. Its modes are kept: should the run's process be killed, nobody else gives them back.
func (v *attachment) attach() {
	v.before, _ = xterm.GetState(int(v.term.In.Fd()))
	if v.with.Begins {
		v.introduce()
	}
	how := socket.Terminal{Watch: v.with.Watch, Key: v.with.Key, Intro: v.intro.String()}
	// when it fails, the run has ended: that is an event
	v.attached = v.with.Client.Attach(v.term.In, v.term.Out.File, how) == nil
}

// apply takes an event in, and reports whether it is the last.
func (v *attachment) apply(e socket.Event) (done bool, err error) {
	switch e.Kind {
	case socket.Note:
		var text string
		if e.Into(&text) == nil {
			v.notes = append(v.notes, text)
		}
		v.writeNotes()
	case socket.Delivered:
		return v.arrived(e)
	case socket.Changed:
		_ = e.Into(&v.run)
		return v.settled()
	case socket.Left:
		return v.left(e)
	case socket.Ended:
		return true, v.ended(e)
	}
	return false, nil
}

// writeNotes writes what was noted, unless the CLI has the screen.
func (v *attachment) writeNotes() {
	if v.attached {
		return
	}
	for _, text := range v.notes {
		v.line("note: " + text)
	}
	v.notes = nil
}

// line writes a line. On the terminal that the CLI will take it is a part of what the run's screen shows.
func (v *attachment) line(text string) {
	if v.with.Begins && !v.with.Detached && !v.delivered && term.IsTerminal(v.term.Err) {
		v.introduce()
		v.intro.WriteString(strings.ReplaceAll(plain.Text(text), "\n", "\r\n") + "\r\n")
	}
	v.term.Err.Command("%s", text) // unbroken, as the run's own screen has it: a terminal that comes later shows the same
}

// introduce begins the screen of a run, once, in the first row: CLIs draw from where the cursor is, which nobody else
// would know. What stood on the terminal is moved into its history.
func (v *attachment) introduce() {
	if v.introduced {
		return
	}
	v.introduced = true
	size, _ := sharing.SizeOf(v.term.Out.File)
	_, _ = io.WriteString(v.term.Out, screen.Blank(int(size.Rows)))
}

// arrived shows what was delivered when the run begins.
func (v *attachment) arrived(e socket.Event) (bool, error) {
	var p delivery.Plan
	if err := e.Into(&p); err != nil {
		return true, err // it would be waited for without an end
	}
	if !v.with.Begins || v.delivered {
		return false, nil
	}
	for _, text := range report.Arrival(v.with.Process, p) {
		v.line(text)
	}
	v.delivered = true
	if !v.with.Detached {
		v.attach()
	}
	return v.settled()
}

// settled ends the stay of a user who does not stay, as soon as there is something to come back to.
func (v *attachment) settled() (bool, error) {
	if !v.with.Detached || !v.delivered || v.run.ID == "" {
		return false, nil
	}
	_, err := fmt.Fprintln(v.term.Out, v.run.ID)
	return true, err
}

// left says how to come back.
func (v *attachment) left(e socket.Event) (bool, error) {
	var how string
	_ = e.Into(&how)
	v.attached = false
	switch how {
	case socket.Over:
		return false, nil // the end follows
	case socket.Gone:
		return true, nil
	case socket.ByKey, socket.OnOrder:
		_, _ = io.WriteString(v.term.Out, term.ClearBelow)
		v.term.Err.Message("run %s is still active; attach to it: stead attach %s", v.run.ID, term.Reference(v.run.ID))
		v.writeNotes()
		return true, nil
	}
	return true, errors.New(how)
}

// ended says how the run ended.
func (v *attachment) ended(e socket.Event) error {
	var end Ending
	if err := e.Into(&end); err != nil {
		return err
	}
	v.over, v.attached = true, false
	v.writeNotes()
	if end.Run.ID != "" {
		if err := (&report.Run{Process: v.with.Process}).Finish(end.Run, v.with.Detached); err != nil {
			return err
		}
	}
	if end.Failure != nil {
		return end.Failure
	}
	return nil
}

// lost is the error when the run's process has gone without a word.
func (v *attachment) lost() error {
	if v.before != nil {
		_, _ = io.WriteString(v.term.Out, modes.Everything+term.ClearBelow)
	}
	if v.run.ID == "" {
		return errors.New("the run's supervisor was killed before the run began")
	}
	return &active.KilledError{Run: v.run.ID}
}

// restore gives the terminal its modes back, should nobody else have done it.
func (v *attachment) restore() {
	if v.before != nil {
		_ = xterm.Restore(int(v.term.In.Fd()), v.before)
	}
}
