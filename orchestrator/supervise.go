package orchestrator

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"stead/inject"
	"stead/internal/process"
	"stead/internal/ptyx"
	"stead/readers"
)

// grace is how long a CLI may take to end by itself when it is asked to.
const grace = 5 * time.Second

// supervision is a CLI at work.
type supervision struct {
	*delivery
	o       *Orchestrator
	seen    Observer
	command inject.Command
	process *ptyx.Process
	proof   *inject.Proof
	said    speech
	ready   *readiness
	turn    readers.Turn
}

// supervise starts the CLI, stays with it until it ends, and leaves in the delivery how that was.
func (o *Orchestrator) supervise(ctx context.Context, d *delivery, seen Observer) {
	proof := inject.NewProof(d.receipt.ID)
	s := &supervision{
		delivery: d, o: o, seen: seen, proof: proof, command: d.command(d.receipt),
		said: speech{driver: d.adapter.Driver, announced: proof.Saw},
	}
	if t := s.command.Typed; t != nil {
		s.ready = newReadiness(t.Ready)
	}
	exit, err := s.cared(ctx)
	s.conclude(exit, err)
}

// cared starts the CLI, with what its driver must do around that.
func (s *supervision) cared(ctx context.Context) (exit ptyx.Exit, err error) {
	if c, ok := s.adapter.Driver.(inject.Caretaker); ok {
		if err := c.Before(s.ground, s.receipt); err != nil {
			return exit, err
		}
		defer func() { err = errors.Join(err, c.After(s.ground, s.receipt)) }()
	}
	return s.start(ctx)
}

// start runs the CLI and records its terminal.
func (s *supervision) start(ctx context.Context) (exit ptyx.Exit, err error) {
	recording, err := s.record()
	if err != nil {
		return ptyx.Exit{}, err
	}
	defer func() { err = errors.Join(err, recording.close(exit)) }()
	if err := s.command.Place(); err != nil {
		return ptyx.Exit{}, err
	}
	if s.process, err = ptyx.Start(s.program(), s.size()); err != nil {
		return ptyx.Exit{}, err
	}
	s.run.Child = process.Of(s.process.Pid())
	err = s.o.Runs.Save(s.run)
	sinks := ptyx.Sinks{recording}
	if s.request.Headless {
		sinks = append(sinks, &s.said) // what an interactive CLI draws says nothing that can be relied on
	}
	if t := s.command.Typed; t != nil && t.Ready != "" {
		sinks = append(sinks, s.ready)
	}
	exit, worked := s.work(ctx, sinks)
	return exit, errors.Join(err, worked)
}

// work relays the terminal while the session is followed and the proof awaited, and ends all of that with the CLI. Its
// error says why the CLI was ended before it ended by itself.
func (s *supervision) work(ctx context.Context, sinks ptyx.Sinks) (ptyx.Exit, error) {
	working, stop := context.WithCancelCause(ctx)
	following, stopFollowing := context.WithCancel(context.WithoutCancel(ctx))
	showing, stopShowing := context.WithCancel(context.WithoutCancel(ctx))
	var proving, capturing, telling sync.WaitGroup
	proving.Go(func() { stopOn(s.prove(working), stop) })
	capturing.Go(func() { stopOn(s.follow(following), stop) })
	telling.Go(func() { stopOn(s.show(showing), stop) })

	exit, relayed := s.relay(working, sinks)
	ended := context.Cause(working)
	if ended != nil {
		relayed = nil // what the relay says then is only that it was ended
	}
	stop(nil)
	proving.Wait()
	killed := s.process.End(context.WithoutCancel(ctx), grace, s.command.Quit...)
	stopFollowing() // after the end, so that the last records are seen
	capturing.Wait()
	stopShowing()
	telling.Wait()
	return exit, errors.Join(ended, relayed, killed)
}

func stopOn(err error, stop context.CancelCauseFunc) {
	if err != nil {
		stop(err)
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

// proofPoll is how often a CLI's store is looked at for a sign of the open session. It costs a folder's listing.
const proofPoll = 50 * time.Millisecond

// prove waits for a sign of the session that the CLI took. A wrong one is an error. After the right one, a prompt that could
// not be an argument is typed.
func (s *supervision) prove(ctx context.Context) error {
	if s.command.Typed != nil && s.command.Strict {
		return s.enterWhenReady(ctx) // what was typed gives the sign
	}
	if err := s.awaitProof(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	if s.command.Typed != nil {
		return s.enterWhenReady(ctx)
	}
	return nil
}

func (s *supervision) awaitProof(ctx context.Context) error {
	ticker := time.NewTicker(proofPoll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.proof.Known():
			return s.proof.Err()
		case <-ticker.C:
			if id, ok := s.adapter.Driver.Opened(s.target.Store, s.receipt.ID, s.process.Owns); ok {
				s.proof.Saw(id)
			}
		}
	}
}

// enterWhenReady types the prompt as soon as the CLI's composer takes it.
func (s *supervision) enterWhenReady(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-s.ready.known:
		return s.enter(ctx, *s.command.Typed)
	}
}

// escapeKey begins an escape sequence; in a pasted text it would end the paste early.
const escapeKey = "\x1b"

// enter pastes a text into the CLI's composer and submits it.
func (s *supervision) enter(ctx context.Context, t inject.Typing) error {
	paste := escapeKey + "[200~" + strings.ReplaceAll(t.Text, escapeKey, "") + escapeKey + "[201~"
	for _, step := range []struct {
		wait time.Duration
		keys string
	}{{t.Settle, paste}, {t.Pause, t.Submit}} {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(step.wait):
		}
		if _, err := s.process.Write([]byte(step.keys)); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
	}
	return nil
}
