package runs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// Busy reports whether a process of the run lives: its stead, or the CLI that a killed stead has left behind.
func (r Run) Busy() bool { return r.Status == Running && (r.Supervisor.Alive() || r.Child.Alive()) }

// Bounds of the end of a run: a CLI may take a while to save its session.
const (
	endGrace = 20 * time.Second
	endPoll  = 20 * time.Millisecond
)

// End ends what still works on a run, as its user would, and waits until it has ended. A run that has ended is no
// error.
func (f Folder) End(ctx context.Context, r Run) error {
	for _, p := range []Process{r.Supervisor, r.Child} {
		if r.Status != Running {
			return nil
		}
		if err := end(ctx, p); err != nil {
			return fmt.Errorf("end run %s: %w", r.ID, err)
		}
		if again, err := f.Load(r.ID); err == nil {
			r = again
		}
	}
	return nil
}

func end(ctx context.Context, p Process) error {
	if !p.Alive() {
		return nil
	}
	// By its number and start time it is the one that the record names.
	if err := syscall.Kill(p.PID, syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) &&
		!errors.Is(err, syscall.ESRCH) {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, endGrace,
		fmt.Errorf("process %d has not ended after %v", p.PID, endGrace))
	defer cancel()
	for p.Alive() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(endPoll):
		}
	}
	return nil
}
