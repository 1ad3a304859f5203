package memory

import (
	"context"
	"errors"
	"time"

	"stead/catalog/memory/extract"
	"stead/cmd/stead/cli/setup"
)

// watch extracts what is there, and again whenever there are enough new messages, until the first signal. That signal
// is a regular end.
func watch(ctx context.Context, p *setup.Process, s *setup.Setup, options extract.Options, o extractOptions) error {
	if err := extractOnce(ctx, p, s, options, o); err != nil {
		return endOfWatch(ctx, err)
	}
	p.Term.Err.Note("waiting for new messages; Ctrl-C ends this")
	return endOfWatch(ctx, extract.Watch(ctx, options, extract.Watching{
		Threshold: o.threshold, Settle: time.Second,
		Extract: func(ctx context.Context, options extract.Options) error { return extractOnce(ctx, p, s, options, o) },
		Warn:    func(err error) { p.Term.Err.Warn([]error{err}) },
	}))
}

// endOfWatch returns no error if the user ended the watch.
func endOfWatch(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil
	}
	return err
}
