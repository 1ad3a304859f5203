package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"stead/reach/errand"
)

// The exit codes of stead's verbs with which this package interprets the end of a verb on another machine.
const (
	Done        = 0
	NotFound    = 3
	OverBudget  = 9
	Interrupted = 130
)

// Answer is the answer of one machine.
type Answer[T any] struct {
	Machine string
	// Value is the zero value if Err is set: an [AbsentError], or a *FailedError.
	Value T
	Err   error
}

const (
	// together is how long all machines together may take to answer. The caller then shows what this machine has.
	together = 2 * time.Second
	// patienceAway is how long a machine may take if the hub has not heard of it for 15 seconds. Such a machine sleeps, or
	// its node has just been started.
	patienceAway = 300 * time.Millisecond
)

// Soon returns a context for requests to all machines. It ends after two seconds, with an error for people.
func Soon(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, together, lateError{together})
}

// lateError says in stead's words that the time is over.
type lateError struct{ after time.Duration }

// Error returns a message for people.
func (e lateError) Error() string { return fmt.Sprintf("there is no answer within %v", e.after) }

// Is matches the error with which contexts end.
func (lateError) Is(target error) bool { return target == context.DeadlineExceeded }

// AbsentError says that a machine was not reached, or is silent. Its answer is unknown.
type AbsentError struct{ error }

// Unwrap returns the error of the attempt.
func (e AbsentError) Unwrap() error { return e.error }

// AskAll asks all other machines at the same time to carry out a command line that prints a value as JSON, and returns
// each answer. It soon gives up on a machine that the hub knows to be away, and on all others when ctx is done: see
// [Soon].
func AskAll[T any](ctx context.Context, h *Hub, line []string) []Answer[T] {
	others := h.Others()
	answers := make([]Answer[T], len(others))
	var working sync.WaitGroup
	asked := make(map[string]context.CancelCauseFunc, len(others))
	for i, other := range others {
		within, giveUp := context.WithCancelCause(ctx)
		defer giveUp(nil)
		asked[other.Name] = giveUp
		working.Go(func() {
			answers[i].Machine = other.Name
			answers[i].Value, answers[i].Err = valueOf[T](within, h, other.Name, line)
		})
	}
	stop := time.AfterFunc(patienceAway, func() { giveUpAway(ctx, h, asked) })
	working.Wait()
	stop.Stop()
	return answers
}

// giveUpAway cancels the requests to machines that the hub knows to be away.
func giveUpAway(ctx context.Context, h *Hub, asked map[string]context.CancelCauseFunc) {
	present, err := h.Present(ctx)
	if err != nil {
		return
	}
	for _, p := range present {
		if giveUp := asked[p.Name]; giveUp != nil && !p.Here {
			giveUp(lateError{patienceAway})
		}
	}
}

func valueOf[T any](ctx context.Context, h *Hub, machine string, line []string) (T, error) {
	var out, problems Bounded
	code, err := h.Ask(ctx, machine, errand.Request{Args: line, Values: true}, errand.Streams{Out: &out, Err: &problems})
	return read[T](machine, end{code, err}, out.Bytes(), problems.String())
}

// end is how a verb has ended on another machine.
type end struct {
	code int
	err  error
}

// isLate reports whether the time is over.
func (e end) isLate() bool { return errors.Is(e.err, context.DeadlineExceeded) }

// mayAnswer reports whether the output of the verb can be its answer. A search that finds nothing answers, too. A late
// search may already have answered, and only be updating its index.
func (e end) mayAnswer() bool {
	return e.isLate() || e.err == nil && (e.code == Done || e.code == NotFound)
}

// read reads a machine's answer. The error says what came instead.
func read[T any](machine string, e end, out []byte, problems string) (value T, err error) {
	err = json.Unmarshal(out, &value)
	if err == nil && e.mayAnswer() {
		return value, nil
	}
	var none T
	switch {
	case e.isLate():
		return none, AbsentError{fmt.Errorf("%s does not answer", machine)}
	case e.err != nil:
		return none, AbsentError{e.err}
	case e.code != Done:
		return none, failedThere(machine, e.code, problems)
	}
	return none, fmt.Errorf("%s sent an answer that stead cannot read: %w", machine, err)
}

// mostBytes is the maximum length of an answer, in bytes.
const mostBytes = 64 << 20

// Bounded is a buffer for the output of another machine. Its size is limited: a write beyond 64 MB fails.
type Bounded struct{ bytes.Buffer }

// Write implements io.Writer.
func (b *Bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > mostBytes {
		return 0, fmt.Errorf("the answer has more than %d MB", mostBytes>>20)
	}
	return b.Buffer.Write(p)
}
