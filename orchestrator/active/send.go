package active

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/runs"
	"stead/runs/socket"
	"stead/timeline"
)

// How long a CLI that waits again must be silent before its turn counts as over. Its records show the answer later than
// its signals show the end, and a signal of an earlier turn may come late.
const (
	afterAnswer = 300 * time.Millisecond
	// withoutAnswer is for a turn that was interrupted.
	withoutAnswer = 10 * time.Second
)

// LongestTurn is the default limit for a turn of the CLI.
const LongestTurn = 30 * time.Minute

// LateError says that a run's CLI was still at work when the limit of a [Send] had passed.
type LateError struct {
	Run   runs.Run
	Limit time.Duration
	// Sent says that the text was typed, and its turn continues.
	Sent bool
}

// Error describes the CLI's state, and says whether the text was typed.
func (e *LateError) Error() string {
	if e.Sent {
		return fmt.Sprintf("the text was typed into run %s, and its turn has not ended after %s", e.Run.ID,
			plain.Duration(e.Limit))
	}
	return fmt.Sprintf("nothing was typed into run %s: its CLI is still %s after %s", e.Run.ID, e.Run.State,
		plain.Duration(e.Limit))
}

// Send types a text into a run. It returns when the text is typed; with wait, when the following turn has ended, with
// the answer. After the limit it gives up, and a text that is not typed by then is never typed. Errors: *LateError,
// *KilledError, *EndedError, *RefusedError, the end of ctx, and the failure of the turn.
func Send(ctx context.Context, client *socket.Client, r runs.Run, text string, wait bool,
	limit time.Duration) (answer string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	late := time.After(limit)
	if err := client.Follow(socket.Changed, socket.Entry, socket.Ended); err != nil {
		return "", err
	}
	if err := client.Send(text); err != nil {
		return "", err
	}
	x := exchange{run: r, wait: wait}
	events := client.Events(ctx.Done())
	for {
		select {
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-late:
			return "", &LateError{Run: x.run, Limit: limit, Sent: x.sent}
		case <-x.settled():
			return x.answer()
		case e, open := <-events:
			if !open {
				return "", &KilledError{r.ID}
			}
			if done, err := x.apply(e); done {
				return "", err
			}
		}
	}
}

// exchange is a text and its answer.
type exchange struct {
	run  runs.Run
	wait bool
	sent bool
	// said is the last text of the model since the text was typed.
	said string
}

// settled returns a channel that fires when the turn is over, provided that no event comes before. It is nil during the
// turn.
func (x *exchange) settled() <-chan time.Time {
	if pause := x.pause(); pause > 0 {
		return time.After(pause)
	}
	return nil
}

// pause returns the silence after which the turn is over. 0 during the turn.
func (x *exchange) pause() time.Duration {
	switch state := x.run.State; {
	case !x.sent || state == signals.Working || state == signals.Starting || state == signals.Permission:
		return 0
	case x.said != "" || state == signals.Failed || state == signals.Limited:
		return afterAnswer
	}
	return withoutAnswer
}

// apply applies an event, and reports whether the exchange is finished.
func (x *exchange) apply(e socket.Event) (done bool, err error) {
	switch e.Kind {
	case socket.Sent:
		var failed string
		if err := e.Into(&failed); err != nil || failed != "" {
			return true, errors.Join(err, &RefusedError{Run: x.run.ID, Why: failed, Headless: x.run.Headless})
		}
		x.sent, x.said = true, "" // earlier text belongs to another turn
		return !x.wait, nil
	case socket.Changed:
		err := e.Into(&x.run)
		return err != nil, err
	case socket.Entry:
		return false, x.listen(e)
	case socket.Ended:
		return true, &EndedError{x.run}
	}
	return false, nil
}

// listen stores the model's last text.
func (x *exchange) listen(e socket.Event) error {
	var entry timeline.Entry
	if err := e.Into(&entry); err != nil {
		return err
	}
	if entry.Type == timeline.Assistant && entry.Active() && !entry.Content.IsBlank() {
		x.said = strings.TrimRight(entry.Content.String(), "\n")
	}
	return nil
}

// answer returns the answer of a turn that is over.
func (x *exchange) answer() (string, error) {
	switch {
	case x.run.State == signals.Failed || x.run.State == signals.Limited:
		return "", fmt.Errorf("run %s: the turn failed: %s", x.run.ID, x.run.About)
	case x.said == "":
		return "", fmt.Errorf("run %s: the turn ended without an answer", x.run.ID)
	}
	return x.said, nil
}
