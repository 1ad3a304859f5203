package orchestrator

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"stead/capture"
	"stead/inject"
	"stead/inject/injection"
	"stead/internal/process"
	"stead/internal/ptyx"
	"stead/orchestrator/history"
	"stead/orchestrator/state"
	"stead/runs"
)

// grace is how long a CLI may take to end by itself when it is asked to.
const grace = 5 * time.Second

// supervision is a CLI at work.
type supervision struct {
	*delivery
	command  inject.Command
	process  *ptyx.Process
	proof    *injection.Proof
	said     capture.EventLog
	ready    *capture.TextWaiter
	state    state.State
	meter    history.Meter
	activity *capture.Activity
	repaint  capture.Repaint
	// interrupted says that the user has typed Ctrl-C.
	interrupted atomic.Bool
	// draft is what stands in the CLI's composer; ordered says that something is being typed into it that the run was told.
	draft   capture.Draft
	ordered atomic.Bool
	// stop ends the CLI, and says why.
	stop context.CancelCauseFunc
}

// supervise starts the CLI, stays with it until it ends, and leaves in the delivery how that was.
func (o *Orchestrator) supervise(ctx context.Context, d *delivery) {
	proof := injection.NewProof(d.receipt.ID)
	proof.New = d.isAwaited
	d.events = o.Runs.Events(d.record.Current().ID)
	s := &supervision{
		delivery: d, proof: proof, command: d.command(d.receipt), meter: history.NewMeter(d.record.Current().Cost),
		activity: capture.NewActivity(o.Host.Now), repaint: capture.NewRepaint(),
	}
	s.said = capture.EventLog{Driver: d.adapter.Driver, Announced: proof.Saw, Heard: s.hear}
	s.ready = capture.NewTextWaiter(d.adapter.Driver.Composer().Ready)
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s.stop = stop
	defer d.mirror.During(s)()
	var exit ptyx.Exit
	err := s.letRead(working)
	if err == nil {
		exit, err = s.cared(working)
	}
	s.err = s.verdict(exit, err)
	if err := s.takeBack(context.WithoutCancel(ctx)); err != nil {
		s.err = errors.Join(s.err, err)
	}
}

// letRead lets the user of an interactive run read what was delivered, before the CLI covers that, when not all of it arrives. A user who does not want to go on interrupts the run:
// the session stays, whole, and the run can be resumed.
func (s *supervision) letRead(ctx context.Context) error {
	if s.request.Headless || !s.receipt.Losses.HasItems() {
		return nil
	}
	goOn, err := s.request.Terminal.Read(ctx, s.plan(s.receipt.ID, s.session().Path, s.receipt.Report))
	if err == nil && !goOn {
		err = ErrInterrupted
	}
	return err
}

// cared starts the CLI, with what its driver must do around that.
func (s *supervision) cared(ctx context.Context) (exit ptyx.Exit, err error) {
	if c, ok := s.adapter.Driver.(inject.StartHook); ok {
		if err := c.Before(s.environment, s.receipt); err != nil {
			return exit, err
		}
		defer func() { err = errors.Join(err, c.After(s.environment, s.receipt)) }()
	}
	return s.start(ctx)
}

// start runs the CLI and records its terminal.
func (s *supervision) start(ctx context.Context) (exit ptyx.Exit, err error) {
	if err := s.beginRecording(); err != nil {
		return ptyx.Exit{}, err
	}
	if err := s.command.Place(); err != nil {
		return ptyx.Exit{}, err
	}
	if s.process, err = ptyx.Start(s.program(), s.size()); err != nil {
		return ptyx.Exit{}, err
	}
	err = s.record.Update(func(r *runs.Run) { r.Child = process.Of(s.process.Pid()) })
	sinks := ptyx.Sinks{s.terminal, ptyx.OutputFunc(s.activity.Output)}
	if s.request.Headless {
		sinks = append(sinks, ptyx.OutputFunc(s.said.Output)) // what an interactive CLI draws says nothing that can be relied on
	} else {
		parser := &capture.OSCParser{Heard: s.hear}
		sinks = append(sinks, ptyx.OutputFunc(s.ready.Output), ptyx.OutputFunc(parser.Output), ptyx.OutputFunc(s.repaint.Output))
		sinks = append(sinks, ptyx.InputFunc(s.typed))
	}
	exit, worked := s.work(ctx, sinks)
	return exit, errors.Join(err, worked)
}

// typed hears the user's keys.
func (s *supervision) typed(at time.Time, keys []byte) {
	s.draft.Input(at, keys)
	if key, err := ptyx.ParseKey("ctrl-c"); err == nil && key.Pressed(keys) {
		s.interrupted.Store(true)
	}
}

// work relays the terminal while the session is followed and the proof awaited, and ends all of that with the CLI. Its
// error says why the CLI was ended before it ended by itself.
func (s *supervision) work(ctx context.Context, sinks ptyx.Sinks) (ptyx.Exit, error) {
	attending, leave := context.WithCancel(ctx)
	following, stopFollowing := context.WithCancel(context.WithoutCancel(ctx))
	showing, stopShowing := context.WithCancel(context.WithoutCancel(ctx))
	var attendants, capturing, telling sync.WaitGroup
	attendants.Go(func() { s.fail(s.prove(attending)) })
	attendants.Go(func() { s.fail(s.opens(attending)) })
	attendants.Go(func() { s.obey(attending) })
	attendants.Go(func() { s.fail(s.mind(attending)) })
	attendants.Go(func() { s.look(attending) })
	capturing.Go(func() { s.fail(s.follow(following)) })
	capturing.Go(func() { s.fail(s.listen(following)) })
	telling.Go(func() { s.fail(s.show(showing)) })

	exit, relayed := s.relay(ctx, sinks)
	ended := context.Cause(ctx)
	if errors.Is(ended, errNews) && relayed == nil {
		ended = nil // its user was faster
	}
	if ended != nil {
		relayed = nil // what the relay says then is only that it was ended
	}
	leave()
	attendants.Wait()
	killed := s.process.End(context.WithoutCancel(ctx), grace, s.command.Quit...)
	stopFollowing() // after the end, so that the last records are seen
	capturing.Wait()
	stopShowing()
	telling.Wait()
	return exit, errors.Join(ended, relayed, killed)
}

// fail ends the CLI when something that the run depends on has failed.
func (s *supervision) fail(err error) {
	if err != nil {
		s.stop(err)
	}
}

// program is the command line with the environment: stead's own, the driver's, and what the user has set for this CLI.
func (s *supervision) program() ptyx.Command {
	c := ptyx.Command{
		Path: s.preparation.program.Path, Args: s.command.Arguments, Dir: s.options.Dir,
		Env: slices.Concat(s.o.Environment, s.command.Environment, s.request.Environment),
	}
	if s.request.Headless {
		c.Stdin = strings.NewReader(s.command.Input)
	} else if s.o.Host.Getenv("TERM") == "" {
		c.Env = append(c.Env, "TERM=xterm-256color")
	}
	return c
}
