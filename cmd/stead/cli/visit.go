package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"

	"stead/control"
	"stead/internal/modes"
	"stead/internal/plain"
	"stead/internal/ptyx"
	"stead/internal/screen"
	"stead/orchestrator"
	"stead/orchestrator/active"
	"stead/runs"
)

// visit is a user's stay at a run.
type visit struct {
	*app
	client *control.Client
	// run is known once something was told of it.
	run runs.Run
	key string
	// watch is for who only looks on; begins for who has started the run, and detached for who does not stay.
	watch, begins, detached bool
	// interrupt ends the run; nil when the user's interruption only ends the visit.
	interrupt func()

	delivered, attached, over, introduced bool
	notes                                 []string
	intro                                 strings.Builder // what was told on the terminal before the CLI takes it
	before                                *term.State
}

// told are the events that a visitor hears of.
var told = []string{control.Note, control.Delivered, control.Changed, control.Ended}

// stay hands the terminal over and waits until it comes back, or the run ends.
func (v *visit) stay(ctx context.Context) error {
	defer v.restore()
	_ = v.client.Follow(told...) // when it fails, the run has ended: that can be heard
	if !v.begins {
		v.attach()
	}
	stop := make(chan struct{})
	v.onClose(func() { close(stop) })
	events := v.client.Events(stop)
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	defer signal.Stop(resized)
	interrupted := ctx.Done()
	for {
		select {
		case e, open := <-events:
			if !open {
				return v.lost()
			}
			if done, err := v.hear(e); done {
				return err
			}
		case <-resized:
			_ = v.client.Resized()
		case <-interrupted:
			interrupted = nil
			if hungUp(ctx) || !v.breakOff() {
				return nil
			}
		}
	}
}

// breakOff ends the run, or else the visit, and reports whether there is word of that to wait for.
func (v *visit) breakOff() bool {
	if v.interrupt != nil {
		v.interrupt()
		return true
	}
	return v.attached && v.client.Leave() == nil // the run's process gives the terminal back as it was
}

// attach hands the terminal over. Its modes are kept: should the run's process be killed, nobody else gives them back.
func (v *visit) attach() {
	v.before, _ = term.GetState(int(v.Stdin.Fd()))
	if v.begins {
		v.introduce()
	}
	how := control.Terminal{Watch: v.watch, Key: v.key, Intro: v.intro.String()}
	v.attached = v.client.Attach(v.Stdin, v.Stdout, how) == nil // when it fails, the run has ended: that can be heard
}

// hear takes an event, and reports whether it is the last.
func (v *visit) hear(e control.Event) (done bool, err error) {
	switch e.Kind {
	case control.Note:
		var text string
		if e.Into(&text) == nil {
			v.notes = append(v.notes, text)
		}
		v.tellNotes()
	case control.Delivered:
		return v.arrived(e)
	case control.Changed:
		_ = e.Into(&v.run)
		return v.settled()
	case control.Left:
		return v.left(e)
	case control.Ended:
		return true, v.ended(e)
	}
	return false, nil
}

// tellNotes tells what was noted, unless the CLI has the screen.
func (v *visit) tellNotes() {
	if v.attached {
		return
	}
	for _, text := range v.notes {
		v.line("note: " + text)
	}
	v.notes = nil
}

// line tells a line. On the terminal that the CLI will take it is a part of what the run's screen shows.
func (v *visit) line(text string) {
	if v.begins && !v.detached && !v.delivered && term.IsTerminal(int(v.Stderr.Fd())) {
		v.introduce()
		v.intro.WriteString(strings.ReplaceAll(plain.Text(text), "\n", "\r\n") + "\r\n")
	}
	v.tellCommand("%s", text) // unbroken, as the run's own screen has it: a terminal that comes later shows the same
}

// introduce begins the screen of a run, once, in the first row: CLIs draw from where the cursor is, which nobody else would know. What
// stood on the terminal is moved into its history.
func (v *visit) introduce() {
	if v.introduced {
		return
	}
	v.introduced = true
	size, _ := ptyx.SizeOf(v.Stdout)
	_, _ = io.WriteString(v.Stdout, screen.Blank(int(size.Rows)))
}

// arrived shows what was delivered when the run begins.
func (v *visit) arrived(e control.Event) (bool, error) {
	var p orchestrator.Plan
	if err := e.Into(&p); err != nil || !v.begins || v.delivered {
		return false, nil
	}
	for _, text := range v.arrival(p) {
		v.line(text)
	}
	v.delivered = true
	if !v.detached {
		v.attach()
	}
	return v.settled()
}

// settled ends the stay of a user who does not stay, as soon as there is something to come back to.
func (v *visit) settled() (bool, error) {
	if !v.detached || !v.delivered || v.run.ID == "" {
		return false, nil
	}
	_, err := fmt.Fprintln(v.Stdout, v.run.ID)
	return true, err
}

// left says how to come back.
func (v *visit) left(e control.Event) (bool, error) {
	var how string
	_ = e.Into(&how)
	v.attached = false
	switch how {
	case control.Over:
		return false, nil // the end follows
	case control.Gone:
		return true, nil
	case control.ByKey, control.OnOrder:
		_, _ = io.WriteString(v.Stdout, clearBelow)
		v.tell("run %s goes on: stead attach %s", v.run.ID, v.run.ID)
		v.tellNotes()
		return true, nil
	}
	return true, errors.New(how)
}

// ended tells how the run ended.
func (v *visit) ended(e control.Event) error {
	var end ending
	if err := e.Into(&end); err != nil {
		return err
	}
	v.over, v.attached = true, false
	v.tellNotes()
	if end.Run.ID != "" {
		if err := (&runWatch{app: v.app}).finish(end.Run, v.detached); err != nil {
			return err
		}
	}
	if end.Failure != nil {
		return end.Failure
	}
	return nil
}

// lost is the error when the run's process has gone without a word.
func (v *visit) lost() error {
	if v.before != nil {
		_, _ = io.WriteString(v.Stdout, modes.Everything+clearBelow)
	}
	if v.run.ID == "" {
		return errors.New("the run's supervisor was killed before the run began")
	}
	return &active.KilledError{Run: v.run.ID}
}

// restore gives the terminal its modes back, should nobody else have done it.
func (v *visit) restore() {
	if v.before != nil {
		_ = term.Restore(int(v.Stdin.Fd()), v.before)
	}
}
