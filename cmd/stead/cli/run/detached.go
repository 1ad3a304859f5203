package run

import (
	"context"
	"errors"
	"fmt"

	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/process"
	"stead/orchestrator/active"
	"stead/runs"
	"stead/runs/socket"
)

// StartDetached starts a run in the background, as `stead run --detach` with these arguments does, and returns its
// record when the session is delivered. Errors: *active.KilledError, a *failure.Error with the run's failure, and that
// of ctx, with which the run ends.
func StartDetached(ctx context.Context, p *setup.Process, given []string) (runs.Run, error) {
	place, all, err := checkArguments(ctx, p, given)
	if err != nil {
		return runs.Run{}, err // a process that does not understand its command line could not report why it ends
	}
	line := []string{superviseVerb, "--detach"}
	if place != nil {
		line = append(line, "--in", place.Tree.Dir())
	}
	r, err := awaitBeginning(ctx, p, append(line, given...))
	return r, place.Settle(ctx, all, err)
}

// awaitBeginning starts a supervisor, and returns the record of its run when the session is delivered.
func awaitBeginning(ctx context.Context, p *setup.Process, line []string) (runs.Run, error) {
	command, conn, err := startSupervisor(p, line)
	if err != nil {
		return runs.Run{}, fmt.Errorf("start the run's supervisor: %w", err)
	}
	go func() { _ = command.Wait() }() // the run's record says how it ends
	client := socket.NewClient(conn)
	defer client.Close()
	_ = client.Follow(socket.Delivered, socket.Changed, socket.Ended) // a failure means that the run has ended: an event
	b := beginning{}
	events := client.Events(ctx.Done())
	for {
		select {
		case <-ctx.Done():
			_ = process.AskToEnd(command.Process) // it may have ended
			return b.run, ctx.Err()
		case e, open := <-events:
			if !open {
				return b.run, b.lost()
			}
			if done, err := b.apply(e); done {
				return b.run, err
			}
		}
	}
}

// beginning is the known state of a run that begins.
type beginning struct {
	run       runs.Run
	delivered bool
}

// apply applies an event, and reports whether the run has begun, or cannot begin.
func (b *beginning) apply(e socket.Event) (done bool, err error) {
	switch e.Kind {
	case socket.Delivered:
		b.delivered = true
	case socket.Changed:
		_ = e.Into(&b.run) // the next one has more
	case socket.Ended:
		var end supervisor.Ending
		if err := e.Into(&end); err != nil {
			return true, err
		}
		if b.run = end.Run; end.Failure != nil {
			return true, end.Failure
		}
		return true, nil
	}
	return b.delivered && b.run.ID != "", nil
}

// lost returns the error for a run whose process has ended without a message.
func (b *beginning) lost() error {
	if b.run.ID == "" {
		return errors.New("the run's supervisor was killed before the run began")
	}
	return &active.KilledError{Run: b.run.ID}
}
