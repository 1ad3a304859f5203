package runs

import (
	"context"
	"fmt"
	"time"

	"stead/internal/sys/process"
)

// Busy reports whether a process of the run is alive: its stead process, or the CLI that a killed stead left behind.
func (r Run) Busy() bool { return r.Status == Running && (r.Supervisor.Alive() || r.Child.Alive()) }

// Time limits for ending a run. A CLI may take a while to save its session.
const (
	endGrace = 20 * time.Second
	endPoll  = 20 * time.Millisecond
)

// End ends the processes that still work on a run, as its user would, and waits until they have ended. It is not an
// error if the run has already ended.
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
	// The number and start time prove that this is the process in the record.
	if err := process.Terminate(p.PID); err != nil {
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
