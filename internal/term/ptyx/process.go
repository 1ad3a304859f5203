package ptyx

import (
	"context"
	"fmt"
)

// Process is a program on its own terminal. Several goroutines may call its methods.
type Process struct {
	// Terminal is the terminal on which the program draws and from which it reads.
	Terminal *Terminal

	family family
	end    *ending
}

// Exit says how a program ended.
type Exit struct {
	Code   int    // exit code; 128 plus the signal's number if a signal ended it, as in shells
	Signal string // "SIGKILL" and the like; empty if it ended by itself
}

// Pid returns the process id, which is also the id of its group and session.
func (p *Process) Pid() int { return p.family.leader }

// IsOver reports whether the program has ended.
func (p *Process) IsOver() bool { return p.end.isOver() }

// Wait blocks until the program has ended or ctx is done. The program's last output may then still wait in the
// Terminal. Hub.Run and Drain read it before they report the Exit.
func (p *Process) Wait(ctx context.Context) (Exit, error) {
	select {
	case <-p.end.done:
		return p.end.exit, nil
	case <-ctx.Done():
		return Exit{}, fmt.Errorf("wait for process %d: %w", p.family.leader, context.Cause(ctx))
	}
}
