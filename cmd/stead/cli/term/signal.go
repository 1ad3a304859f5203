package term

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// UntilSignal returns a context that ends with the first signal to end. A second one ends the process at once, but for
// that of a closing terminal: it comes twice, from the system and from the shell, and would cut short what is still to
// be ended and kept.
func UntilSignal() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	context.AfterFunc(ctx, func() {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
		again := make(chan os.Signal, 1)
		signal.Notify(again, syscall.SIGQUIT)
		stop()
		<-again
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM) // by the second Ctrl-\, Go would print what the process was doing
	})
	return ctx, stop
}

// HasLeft reports whether the context was ended by Ctrl-\, the key that leaves a run. A verb that only looks at a run
// ends well then.
func HasLeft(ctx context.Context) bool { return endedBy(ctx, syscall.SIGQUIT) }

// HungUp reports whether the end of the context is that of the terminal.
func HungUp(ctx context.Context) bool { return endedBy(ctx, syscall.SIGHUP) }

func endedBy(ctx context.Context, s syscall.Signal) bool {
	cause := context.Cause(ctx)
	return cause != nil && strings.HasPrefix(cause.Error(), s.String())
}

// OutlivePipes turns the death by SIGPIPE into an error of the write: whoever stops reading (stead run --json | head
// -1) must not leave a run without its record and a CLI without stead. Caught rather than ignored, since a CLI would
// inherit that.
func OutlivePipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
