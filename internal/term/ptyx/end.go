package ptyx

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// killPause is the time between two checks for processes that SIGKILL has left, because the kernel needs some time to
// tear a process down.
const killPause = 2 * time.Millisecond

// Politely are the signals that ask most programs to end. SIGINT comes first because codex 0.169.0 closes its turn on
// it and not on SIGTERM; at rest it and Claude Code 2.1.197 end on it immediately (14 and 47 ms). A program that takes
// SIGINT for the end of a turn gets SIGTERM next.
var Politely = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}

// End ends the program and everything it started, then frees the terminal. It asks the group with one signal after the
// other, [Politely] if none is given, each with an equal share of grace. Then it kills everything left. Daemons get no
// grace, because a process that outlives its program would not have been ended politely by the program either. A nil
// error means that nothing is left. End may be called again, also for a program that has ended.
func (p *Process) End(ctx context.Context, grace time.Duration, ask ...syscall.Signal) error {
	if len(ask) == 0 {
		ask = Politely
	}
	for _, signal := range ask {
		if err := p.ask(ctx, signal, grace/time.Duration(len(ask))); err != nil {
			return err
		}
	}
	for {
		left := p.family.kill()
		if left == 0 && p.IsOver() {
			return p.Terminal.close()
		}
		if err := pause(ctx, killPause); err != nil {
			return fmt.Errorf("end process %d, %d of its processes left: %w", p.family.leader, left, err)
		}
	}
}

// ask sends one polite signal and waits for the program's end, at most for the given time.
func (p *Process) ask(ctx context.Context, signal os.Signal, limit time.Duration) error {
	if err := p.Signal(signal); errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-p.end.done:
	case <-timer.C:
	case <-ctx.Done(): // no more patience: continue with SIGKILL, on which End reports
	}
	return nil
}

func pause(ctx context.Context, length time.Duration) error {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
