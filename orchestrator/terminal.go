package orchestrator

import (
	"context"

	"stead/internal/ptyx"
)

// Terminal is where an interactive run is shown, and where it is typed from.
type Terminal interface {
	// Size is the size with which the CLI's terminal begins: a CLI draws its first screen but once.
	Size() ptyx.Size
	// Relay joins the CLI to it until the CLI has ended and all of its output was shown and heard, or until the context ends; the
	// CLI then still lives. It may be called again with the next CLI of the same run.
	Relay(context.Context, *ptyx.Process, ptyx.Sink) (ptyx.Exit, error)
	// Choose shows while no CLI has the terminal what has happened and by which CLIs the run can go on, and waits for the answer: the place of one that is not
	// blocked, or less than 0 for none. With nobody there it waits until somebody comes.
	Choose(ctx context.Context, happened string, successors []Successor) (int, error)
	// Read lets the user read what was delivered before the CLI covers it, if that is wanted. It reports false when the user does not want to go on.
	Read(context.Context, Plan) (goOn bool, err error)
}

// Successor is a CLI that can take up a run.
type Successor struct {
	// Name is the CLI's, Title its name for people.
	Name, Title string
	// Blocked says why it cannot. Empty when nothing is known that speaks against it.
	Blocked string
}

// headlessSize is the size of a terminal that nobody looks at.
var headlessSize = ptyx.Size{Rows: 40, Columns: 120}

// size is that of the user's terminal, where there is one.
func (s *supervision) size() ptyx.Size {
	if s.request.Headless {
		return headlessSize
	}
	return s.request.Terminal.Size()
}

// relay passes the terminal through until the CLI ends or the context does.
func (s *supervision) relay(ctx context.Context, sinks ptyx.Sinks) (ptyx.Exit, error) {
	if s.request.Headless {
		return ptyx.Drain(ctx, s.process, sinks, s.o.Host.Now)
	}
	return s.request.Terminal.Relay(ctx, s.process, sinks)
}
