package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"stead/capture"
	"stead/inject"
	"stead/inject/injection"
	"stead/internal/term/ptyx"
	"stead/orchestrator/delivery"
	"stead/orchestrator/state"
	"stead/runs"
)

// Work starts the CLI, stays with it until it ends, and returns how that was: nil, or an error that wraps ErrCLIFailed
// (a LimitError among them), ErrBudget, ErrInterrupted, ErrMadeWay, *SwitchError or injection.ErrUnconfirmed. The end
// of the context ends the CLI and everything that it started.
func Work(ctx context.Context, o Options) error {
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := newSupervisor(o, stop)
	defer o.Mirror.During(s)()
	err := s.run(working)
	return errors.Join(err, s.takeBack(context.WithoutCancel(ctx)))
}

// grace is how long a CLI may take to end by itself when it is asked to.
const grace = 5 * time.Second

// supervisor is what watches over a CLI at work.
type supervisor struct {
	o        Options
	delivery *delivery.Delivery
	command  inject.Command
	process  *ptyx.Process
	proof    *injection.Proof
	status   *status
	follower *follower
	screen   *onScreen
	keyboard *keyboard
	said     capture.EventLog
	repaint  capture.Repaint
	// told is where the file of events ended when the CLI was started: what stands before was told by another one.
	told int64
	// stop ends the CLI, and says why.
	stop context.CancelCauseFunc
}

func newSupervisor(o Options, stop context.CancelCauseFunc) *supervisor {
	d := o.Delivery
	proof := injection.NewProof(d.Session.Receipt.ID)
	proof.New = d.Session.IsAwaited
	activity := capture.NewActivity(o.Host.Now)
	screen := newOnScreen(proof)
	status := newStatus(o, activity, screen, stop)
	s := &supervisor{
		o: o, delivery: d, command: d.Command(o.Files.Events()), proof: proof, status: status, screen: screen, stop: stop,
		repaint: capture.NewRepaint(),
		follower: &follower{
			delivery: d, files: o.Files, mirror: o.Mirror, proof: proof, status: status, activity: activity, screen: screen,
			host: o.Host, now: o.Host.Now, budget: o.Budget, tell: o.Note, before: o.Before, again: o.Again,
			brief: make(chan string, 1), hasAgents: !o.Files.Record.Current().Resumed.IsZero(),
		},
		keyboard: newKeyboard(o, status, activity),
		said:     capture.EventLog{Driver: d.Adapter.Driver, Announced: proof.Saw, OnEvent: status.interpret},
	}
	s.follower.owns = func(pid int) bool { return s.process.Owns(pid) }
	return s
}

// run has the CLI work, and returns how it ended.
func (s *supervisor) run(ctx context.Context) error {
	var exit ptyx.Exit
	err := s.letRead(ctx)
	if err == nil {
		exit, err = s.start(ctx)
	}
	return s.outcome(exit, err).err()
}

// letRead lets the user of an interactive run read what was delivered, before the CLI covers that, when not all of it
// arrives. A user who does not want to go on interrupts the run: the session stays, whole, and the run can be resumed.
func (s *supervisor) letRead(ctx context.Context) error {
	if s.isHeadless() || !s.delivery.Session.Receipt.Losses.HasItems() {
		return nil
	}
	goOn, err := s.o.Terminal.Read(ctx, s.delivery.Plan())
	if err == nil && !goOn {
		err = ErrInterrupted
	}
	return err
}

func (s *supervisor) isHeadless() bool { return s.delivery.Request.Headless }

// start runs the CLI, with what its driver must do around that.
func (s *supervisor) start(ctx context.Context) (exit ptyx.Exit, err error) {
	size, err := s.size(ctx) // before anything is changed, as it may take long
	if err != nil {
		return exit, err
	}
	if hook, ok := s.delivery.Adapter.Driver.(inject.StartHook); ok {
		if err := hook.Before(s.delivery.Environment, s.delivery.Session.Receipt); err != nil {
			return exit, err
		}
		defer func() { err = errors.Join(err, hook.After(s.delivery.Environment, s.delivery.Session.Receipt)) }()
	}
	if err := s.o.Files.RecordTerminal(s.delivery.Title(), size, s.o.Host.Getenv("TERM"), s.o.Host.Now); err != nil {
		return ptyx.Exit{}, err
	}
	if err := s.command.Place(); err != nil {
		return ptyx.Exit{}, err
	}
	s.told = capture.End(s.o.Files.Events())
	if s.process, err = ptyx.Start(s.program(), size); err != nil {
		return ptyx.Exit{}, err
	}
	s.keyboard.process = s.process.Terminal
	s.o.Questions.Sit(s.desk())
	defer s.o.Questions.Sit(nil)
	err = s.o.Files.Record.Update(func(r *runs.Run) { r.Child = runs.ProcessOf(s.process.Pid()) })
	exit, worked := s.work(ctx)
	return exit, errors.Join(err, worked)
}

// work relays the terminal while the session is followed and the proof awaited, and ends all of that with the CLI. Its
// error says why the CLI was ended before it ended by itself.
func (s *supervisor) work(ctx context.Context) (ptyx.Exit, error) {
	attending, leave := context.WithCancel(ctx)
	following, stopFollowing := context.WithCancel(context.WithoutCancel(ctx))
	showing, stopShowing := context.WithCancel(context.WithoutCancel(ctx))
	var attendants, capturing, telling sync.WaitGroup
	attendants.Go(func() { s.fail(s.prove(attending)) })
	attendants.Go(func() { s.fail(s.opens(attending)) })
	attendants.Go(func() { s.keyboard.obey(attending, s.o.Orders) })
	attendants.Go(func() { s.awaitSwitch(attending) })
	attendants.Go(func() { s.fail(s.status.watchSilence(attending)) })
	attendants.Go(func() { s.look(attending) })
	attendants.Go(func() { s.track(attending) })
	attendants.Go(func() { s.announce(attending) })
	capturing.Go(func() { s.fail(s.follower.follow(following)) })
	capturing.Go(func() { s.fail(s.listen(following)) })
	telling.Go(func() { s.fail(s.o.Files.Show(showing, s.o.Entry)) })

	exit, relayed := s.relay(ctx)
	ended := context.Cause(ctx)
	if errors.Is(ended, ErrMadeWay) && relayed == nil {
		ended = nil // its user was faster
	}
	if ended != nil {
		relayed = nil // what the relay says then is only that it was ended
	}
	leave()
	killed := s.process.End(context.WithoutCancel(ctx), grace, s.command.Quit...)
	attendants.Wait() // only the end frees who types into a CLI that reads nothing
	stopFollowing()   // after the end, so that the last records are seen
	capturing.Wait()
	stopShowing()
	telling.Wait()
	return exit, errors.Join(s.bounded(ctx, ended), relayed, killed)
}

// bounded returns the error of a budget that is used up, even if the CLI ended by itself before stead could end it: its
// last records may show that. The error counts the answers beyond the bound.
func (s *supervisor) bounded(ctx context.Context, ended error) error {
	if late := context.Cause(ctx); ended == nil && errors.Is(late, ErrBudget) {
		ended = late
	}
	if !errors.Is(ended, ErrBudget) {
		return ended
	}
	return s.o.Budget.beyond(ended, s.o.Files.Record.Current(), s.delivery.Title())
}

// fail ends the CLI when something that the run depends on has failed.
func (s *supervisor) fail(err error) {
	if err != nil {
		s.stop(err)
	}
}

// opens waits for the composer of an interactive CLI that begins.
func (s *supervisor) opens(ctx context.Context) error {
	if s.isHeadless() {
		return nil
	}
	s.keyboard.awaitComposer(ctx)
	if ctx.Err() != nil {
		return nil // it has ended
	}
	return s.status.apply(state.Drawn{})
}

// listen interprets what the CLI's hooks write. One may tell which session the CLI has open.
func (s *supervisor) listen(ctx context.Context) error {
	driver := s.delivery.Adapter.Driver
	if _, ok := driver.(inject.Signaller); !ok {
		return nil
	}
	return capture.Lines(ctx, s.o.Files.Events(), s.told, capture.Poll, func(line []byte) error {
		if id, ok := driver.Announced(line); ok {
			s.proof.Saw(id)
		}
		s.status.interpret(inject.Hook, line)
		return nil
	})
}

// look interprets what stands on the screen whenever it was drawn anew.
func (s *supervisor) look(ctx context.Context) {
	display, ok := s.o.Terminal.(Display)
	if !ok || s.isHeadless() {
		return
	}
	for s.repaint.Rests(ctx) {
		s.status.interpret(inject.Screen, []byte(display.Text()))
		s.fail(s.status.look())
		_ = s.keyboard.asks() // it notes that
	}
}

// InRun is the variable that names the run to the programs in it.
const InRun = "STEAD_RUN"

// program is the command line with the environment: stead's own, the driver's, and what the user has set for this CLI.
func (s *supervisor) program() ptyx.Command {
	c := ptyx.Command{
		Path: s.delivery.Program.Path, Args: s.command.Arguments, Dir: s.delivery.Options.Dir,
		Env: slices.Concat(s.o.Environment, s.command.Environment, s.delivery.Request.Environment,
			[]string{InRun + "=" + s.o.Files.Record.Current().ID}),
	}
	if s.isHeadless() {
		c.Stdin = strings.NewReader(s.command.Input)
	} else if s.o.Host.Getenv("TERM") == "" {
		c.Env = append(c.Env, "TERM=xterm-256color")
	}
	return c
}

// takeBack removes the session without a word in it on which the CLI was started, if that has not taken it: there is
// nothing to go on with.
func (s *supervisor) takeBack(ctx context.Context) error {
	if !s.delivery.Source.IsNew || s.delivery.IsBegunByCLI() || s.proof.Err() == nil {
		return nil
	}
	session, err := s.delivery.Session.Open(ctx)
	if err != nil {
		return nil // whoever has changed it so may need it
	}
	for _, err := range s.follower.before.Missing(session.Entries) {
		return err
	}
	if err := s.delivery.Undo(); err != nil {
		return err
	}
	return s.o.Files.Record.Update(func(r *runs.Run) { r.To = runs.Session{CLI: r.To.CLI} })
}

// steady is how long a CLI must have waited for its user before it may be ended: what it has still to write is written
// then.
const steady = time.Second

// IsIdle implements mirror.Worker.
func (s *supervisor) IsIdle() bool {
	return !s.isHeadless() && s.status.waitsFor(steady) && s.keyboard.isFree()
}

// MakeWay implements mirror.Worker.
func (s *supervisor) MakeWay() { s.stop(ErrMadeWay) }
