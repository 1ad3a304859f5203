package machines

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/member"
	"stead/reach/remote"
)

// Answer is what a machine has answered; the zero value where it has not.
type Answer[T any] struct {
	Machine string
	Value   T
}

const (
	// patience is how long all machines together may take to answer. What is on this one is shown then.
	patience = 2 * time.Second
	// PatienceAway is how long one may take of which the hub has not heard for 15 seconds. It sleeps, or its node has just
	// been started.
	PatienceAway = 300 * time.Millisecond
)

// soon is a context with that patience.
func soon(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, patience, lateError{patience})
}

// lateError says in stead's words that the time was over.
type lateError struct{ after time.Duration }

// Error says it to people.
func (e lateError) Error() string { return fmt.Sprintf("there is no answer within %v", e.after) }

// Is reports it as what contexts end with.
func (lateError) Is(target error) bool { return target == context.DeadlineExceeded }

// mostBytes is how long an answer may be, in bytes.
const mostBytes = 64 << 20

// Line is the command line of this process for another machine: without the flag that names one, and with the one for
// JSON.
func Line(p *setup.Process) []string {
	line := Without(p.Args, flag)
	end := slices.Index(line, "--")
	if end < 0 {
		end = len(line)
	}
	return slices.Insert(line, end, "--json")
}

// Gather asks all other machines of the user's at once to carry out a command line that prints a value as JSON, and
// returns what they answer, by their names. Warnings say which have not. Nobody is asked where this machine has joined
// no hub, where the verb is carried out for another one, or names a machine.
func Gather[T any](ctx context.Context, p *setup.Process, c *cobra.Command,
	line []string) (answers []Answer[T], warnings []string) {
	ctx, cancel := soon(ctx)
	defer cancel()
	h, err := reachable(ctx, p, c)
	if err != nil {
		return nil, []string{only(err)}
	}
	if h == nil {
		return nil, nil
	}
	defer h.Close()
	for _, a := range askAll[T](ctx, h, line) {
		answers = append(answers, a.Answer)
		if a.err != nil {
			warnings = append(warnings, a.err.Error())
		}
	}
	return answers, warnings
}

// only says that nothing is known of other machines.
func only(why error) string { return fmt.Sprintf("only what is on this machine: %v", why) }

// told is what a machine has answered, or why it has not.
type told[T any] struct {
	Answer[T]
	err error
}

// absentError says that a machine was not reached, or is silent: what it would answer, nobody knows.
type absentError struct{ error }

// Unwrap returns what the attempt ended with.
func (e absentError) Unwrap() error { return e.error }

// askAll asks all other machines at once.
func askAll[T any](ctx context.Context, h *remote.Hub, line []string) []told[T] {
	others := h.Others()
	answers := make([]told[T], len(others))
	var working sync.WaitGroup
	asked := make(map[string]context.CancelCauseFunc, len(others))
	for i, other := range others {
		within, giveUp := context.WithCancelCause(ctx)
		defer giveUp(nil)
		asked[other.Name] = giveUp
		working.Go(func() {
			answers[i].Machine = other.Name
			answers[i].Value, answers[i].err = valueOf[T](within, h, other.Name, line)
		})
	}
	stop := time.AfterFunc(PatienceAway, func() { giveUpAway(ctx, h, asked) })
	working.Wait()
	stop.Stop()
	return answers
}

// giveUpAway asks those no more that are away, as the hub knows.
func giveUpAway(ctx context.Context, h *remote.Hub, asked map[string]context.CancelCauseFunc) {
	present, err := h.Present(ctx)
	if err != nil {
		return
	}
	for _, p := range present {
		if giveUp := asked[p.Name]; giveUp != nil && !p.Here {
			giveUp(lateError{PatienceAway})
		}
	}
}

// isAlone reports whether a verb is about this machine, or the one that it names.
func isAlone(p *setup.Process, c *cobra.Command) bool {
	return p.Getenv(Errand) != "" || c.Flags().Changed(flag)
}

// reachable connects to the hub. It is nil where nobody is to be asked: see [Gather].
func reachable(ctx context.Context, p *setup.Process, c *cobra.Command) (*remote.Hub, error) {
	m, err := membership(p)
	if isAlone(p, c) || errors.Is(err, member.ErrNone) {
		return nil, nil //nolint:nilnil // nobody is to be asked
	}
	if err != nil {
		return nil, err
	}
	return remote.Connect(ctx, m)
}

func valueOf[T any](ctx context.Context, h *remote.Hub, machine string, line []string) (T, error) {
	var out, problems bounded
	code, err := h.Ask(ctx, machine, errand.Request{Args: line}, errand.Streams{Out: &out, Err: &problems})
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
	return e.isLate() || e.err == nil && (e.code == failure.Done || e.code == failure.NotFound)
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
		return none, absentError{fmt.Errorf("%s does not answer", machine)}
	case e.err != nil:
		return none, absentError{e.err}
	case e.code != failure.Done:
		return none, fmt.Errorf("%s: %s", machine, strings.TrimSpace(problems))
	}
	return none, fmt.Errorf("%s answers what is no such JSON: %w", machine, err)
}

// bounded is a buffer that does not grow for ever.
type bounded struct{ bytes.Buffer }

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > mostBytes {
		return 0, fmt.Errorf("the answer has more than %d MB", mostBytes>>20)
	}
	return b.Buffer.Write(p)
}
