package term

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"stead/internal/sys/process"
)

// UntilSignal returns a context that ends with the first termination signal. A second one ends the process immediately.
// The exception is the signal of a closing terminal: it comes twice, from the system and from the shell, and would cut
// short the cleanup.
func UntilSignal() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	context.AfterFunc(ctx, func() {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
		again := make(chan os.Signal, 1)
		signal.Notify(again, syscall.SIGQUIT)
		stop()
		<-again
		_ = process.Terminate(os.Getpid()) // for a second Ctrl-\, Go would print a stack trace
	})
	return ctx, stop
}

// HasLeft reports whether the context was ended by Ctrl-\, the key that detaches from a run. A verb that only watches a
// run then ends without an error.
func HasLeft(ctx context.Context) bool { return endedBy(ctx, syscall.SIGQUIT) }

// HungUp reports whether the closing of the terminal ended the context.
func HungUp(ctx context.Context) bool { return endedBy(ctx, syscall.SIGHUP) }

func endedBy(ctx context.Context, s syscall.Signal) bool {
	cause := context.Cause(ctx)
	return cause != nil && strings.HasPrefix(cause.Error(), s.String())
}

// OutlivePipes turns death by SIGPIPE into an error of the write: a reader that stops (stead run --json | head -1) must
// not leave a run without its record and a CLI without stead. The signal is caught rather than ignored, because a CLI
// would inherit that it is ignored.
func OutlivePipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
