package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/term/plain"
)

// DialogError says that a text was not submitted because the CLI asks something of its own, such as whether it may
// trust the folder. The key that submits would answer that.
type DialogError struct {
	// About is what is asked.
	About string
}

// Error says what is asked, and what to do.
func (e *DialogError) Error() string {
	return fmt.Sprintf("its CLI asks first: %q; answer that in its terminal, then send the text again",
		plain.Line(e.About))
}

// asks returns an error when a dialog of the CLI's own stands on the screen: a text that is typed then would answer it.
func (k *keyboard) asks() error {
	signaller, ok := k.status.driver.(inject.Signaller)
	if !ok || k.display == nil {
		return nil
	}
	signal, ok := signaller.Signal(inject.Screen, []byte(k.display.Text()))
	if !ok || signal.About == "" || signal.State != signals.Input && signal.State != signals.Permission {
		return nil
	}
	k.asked.Store(true)
	return &DialogError{About: signal.About}
}

// prompt types the run's own prompt, once what the CLI asks before has its answer.
func (k *keyboard) prompt(ctx context.Context, t inject.Typing) error {
	for {
		err := k.enterWhenReady(ctx, t)
		if dialog := (*DialogError)(nil); !errors.As(err, &dialog) {
			return err
		}
		for k.asks() != nil {
			if !wait(ctx, dialogPoll) {
				return nil
			}
		}
	}
}

// dialogPoll is how often the screen is looked at for the end of a dialog.
const dialogPoll = 100 * time.Millisecond

// awaitReturn waits until the composer stands on the screen that a dialog has covered, or another dialog. The CLI may
// begin only now.
func (k *keyboard) awaitReturn(ctx context.Context) {
	for deadline := time.Now().Add(longestStart); time.Now().Before(deadline); {
		if k.asks() != nil {
			return
		}
		if strings.Contains(k.display.Text(), k.composer.Ready) {
			k.asked.Store(false)
			return
		}
		if !wait(ctx, dialogPoll) {
			return
		}
	}
}
