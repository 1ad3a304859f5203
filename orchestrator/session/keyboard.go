package session

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"time"

	"stead/capture"
	"stead/inject"
	"stead/internal/term/ptyx"
	"stead/orchestrator/record"
)

// keys is what takes keys.
type keys interface {
	Write(keys []byte) (int, error)
	// TakesKeys reports whether the program reads single keys by now.
	TakesKeys() bool
}

// keyboard types the run's orders into an interactive CLI, and knows what its user types.
type keyboard struct {
	// process takes keys, since it was started.
	process  keys
	composer inject.Typing
	headless bool
	// display is the user's terminal. Nil when it does not know what stands on it.
	display  Display
	ready    *capture.TextWaiter
	activity *capture.Activity
	status   *status
	record   *record.Keeper
	now      func() time.Time
	// draft is what stands in the CLI's composer; ordered says that something is being typed into it that the run was
	// told.
	draft   capture.Draft
	ordered atomic.Bool
	// asked says that a dialog of the CLI's own has stood on the screen, and its composer has not since.
	asked atomic.Bool
	// interrupted says that the user has typed Ctrl-C.
	interrupted atomic.Bool
}

func newKeyboard(o Options, s *status, a *capture.Activity) *keyboard {
	composer := o.Delivery.Adapter.Driver.Composer()
	display, _ := o.Terminal.(Display)
	return &keyboard{
		composer: composer, headless: o.Delivery.Request.Headless, display: display,
		ready: capture.NewTextWaiter(composer.Ready), activity: a,
		status: s, record: o.Files.Record, now: o.Host.Now,
	}
}

// typed notes the user's keys.
func (k *keyboard) typed(at time.Time, keys []byte) {
	k.draft.Input(at, keys)
	if key, err := ptyx.ParseKey("ctrl-c"); err == nil && key.Pressed(keys) {
		k.interrupted.Store(true)
	}
}

// isFree reports whether nothing stands in the composer, and nothing is being typed.
func (k *keyboard) isFree() bool { return k.draft.IsEmpty() && !k.ordered.Load() }

// enterWhenReady types a text as soon as the CLI's composer takes it. The error is a *DialogError where the CLI asks
// something else first.
func (k *keyboard) enterWhenReady(ctx context.Context, t inject.Typing) error {
	k.awaitComposer(ctx)
	return k.enter(ctx, t)
}

const (
	// longestStart is how long to wait for a composer that may look different from what its driver knows.
	longestStart = 30 * time.Second
	// longestSetup is how long to wait after that for a CLI that does not even read keys yet, setupPoll how often to check
	// it. OpenCode 1.18.33 takes more than half a minute on a machine that does much else. The terminal itself shows what
	// is typed by then: that looks as if the CLI had it.
	longestSetup = 2 * time.Minute
	setupPoll    = 100 * time.Millisecond
)

// awaitComposer waits until the CLI has drawn its composer: what is typed before is lost.
func (k *keyboard) awaitComposer(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-k.ready.Known():
	case <-time.After(longestStart):
		k.awaitKeys(ctx)
	}
	if k.asked.Load() {
		k.awaitReturn(ctx)
	}
}

// awaitKeys waits until the CLI reads keys, or shows its composer.
func (k *keyboard) awaitKeys(ctx context.Context) {
	ticker, limit := time.NewTicker(setupPoll), time.After(longestSetup)
	defer ticker.Stop()
	for !k.process.TakesKeys() {
		select {
		case <-ctx.Done():
			return
		case <-k.ready.Known():
			return
		case <-limit:
			return
		case <-ticker.C:
		}
	}
}

// write types keys. A CLI that has ended takes none.
func (k *keyboard) write(keys string) error {
	if _, err := k.process.Write([]byte(keys)); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
