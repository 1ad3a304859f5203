package session

import (
	"context"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"

	"stead/capture"
	"stead/inject"
	"stead/orchestrator/record"
)

// keyboard types the run's orders into an interactive CLI.
type keyboard struct {
	// process takes keys, since it was started.
	process  io.Writer
	composer inject.Typing
	headless bool
	// display is the user's terminal. Nil when it does not know what stands on it.
	display  Display
	ready    *capture.TextWaiter
	activity *capture.Activity
	status   *status
	record   *record.Keeper
	now      func() time.Time
	// draft is what stands in the CLI's composer; ordered says that something is being typed into it that the run was told.
	draft   capture.Draft
	ordered atomic.Bool
	// asked says that a dialog of the CLI's own has stood on the screen, and its composer has not since.
	asked atomic.Bool
}

func newKeyboard(o Options, s *status, a *capture.Activity) *keyboard {
	composer := o.Delivery.Adapter.Driver.Composer()
	display, _ := o.Terminal.(Display)
	return &keyboard{
		composer: composer, headless: o.Delivery.Request.Headless, display: display, ready: capture.NewTextWaiter(composer.Ready), activity: a,
		status: s, record: o.Files.Record, now: o.Host.Now,
	}
}

// isFree reports whether nothing stands in the composer, and nothing is being typed.
func (k *keyboard) isFree() bool { return k.draft.IsEmpty() && !k.ordered.Load() }

// enterWhenReady types a text as soon as the CLI's composer takes it. The error is a *DialogError where the CLI asks something else first.
func (k *keyboard) enterWhenReady(ctx context.Context, t inject.Typing) error {
	k.awaitComposer(ctx)
	return k.enter(ctx, t)
}

// longestStart is how long to wait for a composer that may look different from what its driver knows.
const longestStart = 30 * time.Second

// awaitComposer waits until the CLI has drawn its composer: what is typed before is lost.
func (k *keyboard) awaitComposer(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-k.ready.Known():
	case <-time.After(longestStart):
	}
	if k.asked.Load() {
		k.awaitReturn(ctx)
	}
}

// write types keys. A CLI that has ended takes none.
func (k *keyboard) write(keys string) error {
	if _, err := k.process.Write([]byte(keys)); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
