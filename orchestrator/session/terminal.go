package session

import (
	"context"
	"errors"
	"fmt"

	"stead/capture"
	"stead/internal/term/ptyx"
	"stead/orchestrator/delivery"
)

// Terminal is where an interactive run is shown, and where it is typed from.
type Terminal interface {
	// Size is the size with which the CLI's terminal begins: a CLI draws its first screen but once. It may wait for the
	// user. The error is the context's cause.
	Size(context.Context) (ptyx.Size, error)
	// Relay joins the CLI to it until the CLI has ended and all of its output was shown and heard, or until the context
	// ends; the CLI then still lives. It may be called again with the next CLI of the same run.
	Relay(context.Context, *ptyx.Process, ptyx.Sink) (ptyx.Exit, error)
	// Read lets the user read what was delivered before the CLI covers it, if that is wanted. It reports false when the
	// user does not want to go on.
	Read(context.Context, delivery.Plan) (goOn bool, err error)
}

// Display is a Terminal that knows what stands on it.
type Display interface {
	// Text is the text on the screen, row by row.
	Text() string
}

// Announcer is a Terminal on which a line can be shown while a CLI draws there.
type Announcer interface {
	// Announce shows a line for a while, or until ctx ends, over what the CLI has drawn.
	Announce(ctx context.Context, text string)
}

// headlessSize is the size of a terminal that nobody looks at.
var headlessSize = ptyx.Size{Rows: 40, Columns: 120}

// size is that of the user's terminal, where there is one.
func (s *supervisor) size(ctx context.Context) (ptyx.Size, error) {
	if s.isHeadless() {
		return headlessSize, nil
	}
	size, err := s.o.Terminal.Size(ctx)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w before a terminal was attached, for which %s was to begin", ErrInterrupted, s.delivery.Title())
	}
	return size, err
}

// relay passes the terminal through until the CLI ends or the context does.
func (s *supervisor) relay(ctx context.Context) (ptyx.Exit, error) {
	sinks := ptyx.Sinks{s.o.Files.Terminal, ptyx.OutputFunc(s.status.activity.Output)}
	if s.isHeadless() {
		// what an interactive CLI draws says nothing that can be relied on
		sinks = append(sinks, ptyx.OutputFunc(s.said.Output))
		return ptyx.Drain(ctx, s.process, sinks, s.o.Host.Now)
	}
	parser := &capture.OSCParser{OnEvent: s.status.interpret}
	sinks = append(sinks, ptyx.OutputFunc(s.keyboard.ready.Output), ptyx.OutputFunc(parser.Output),
		ptyx.OutputFunc(s.repaint.Output))
	sinks = append(sinks, ptyx.InputFunc(s.keyboard.typed))
	return s.o.Terminal.Relay(ctx, s.process, sinks)
}
