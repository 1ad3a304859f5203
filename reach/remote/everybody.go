package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"stead/reach/errand"
)

// The exit codes of stead's verbs that say here how one has ended elsewhere.
const (
	Done        = 0
	NotFound    = 3
	Interrupted = 130
)

// Answer is what a machine has answered.
type Answer[T any] struct {
	Machine string
	// Value is the zero value where Err says why there is none: an [AbsentError], or what the verb there has said.
	Value T
	Err   error
}

const (
	// together is how long all machines together may take to answer. What is on this one is shown then.
	together = 2 * time.Second
	// patienceAway is how long one may take of which the hub has not heard for 15 seconds. It sleeps, or its node has just
	// been started.
	patienceAway = 300 * time.Millisecond
)

// Soon is a context for what all machines are asked: it ends after two seconds, with an error for people.
func Soon(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, together, lateError{together})
}

// lateError says in stead's words that the time was over.
type lateError struct{ after time.Duration }

// Error says it to people.
func (e lateError) Error() string { return fmt.Sprintf("there is no answer within %v", e.after) }

// Is reports it as what contexts end with.
func (lateError) Is(target error) bool { return target == context.DeadlineExceeded }

// AbsentError says that a machine was not reached, or is silent: what it would answer, nobody knows.
type AbsentError struct{ error }

// Unwrap returns what the attempt ended with.
func (e AbsentError) Unwrap() error { return e.error }

// FailedError says that a verb has failed on a machine.
type FailedError struct {
	Machine string
	// Code is the verb's exit code, Said what it said beside its output: see [errand.Request.Values].
	Code int
	Said string
}

// Error returns what the verb said, behind the machine's name.
func (e *FailedError) Error() string { return e.Machine + ": " + strings.TrimSpace(e.Said) }

// AskAll asks all other machines at once to carry out a command line that prints a value as JSON, and returns what each
// answers. One that the hub knows to be away is given up soon, all others when ctx is done: see [Soon].
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

// giveUpAway asks those no more that are away, as the hub knows.
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

// isLate reports whether the time was over.
func (e end) isLate() bool { return errors.Is(e.err, context.DeadlineExceeded) }

// mayAnswer reports whether what the verb has printed can be its answer. A search that finds nothing answers, too, and
// one that is late may be at work on its index only, behind its answer.
func (e end) mayAnswer() bool {
	return e.isLate() || e.err == nil && (e.code == Done || e.code == NotFound)
}

// read reads a machine's answer. The error says what is there instead.
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
		return none, &FailedError{Machine: machine, Code: e.code, Said: problems}
	}
	return none, fmt.Errorf("%s sent an answer that stead cannot read: %w", machine, err)
}

// mostBytes is how long an answer may be, in bytes.
const mostBytes = 64 << 20

// Bounded is a buffer for what another machine says. It does not grow for ever: a write beyond 64 MB fails.
type Bounded struct{ bytes.Buffer }

// Write implements io.Writer.
func (b *Bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > mostBytes {
		return 0, fmt.Errorf("the answer has more than %d MB", mostBytes>>20)
	}
	return b.Buffer.Write(p)
}
