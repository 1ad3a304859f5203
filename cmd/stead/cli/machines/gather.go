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

	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/member"
	"stead/reach/remote"
)

// Answer is what a machine has answered.
type Answer[T any] struct {
	Machine string
	Values  []T
}

// patience is how long all machines together may take to answer. What is on this one is shown then.
const patience = 2 * time.Second

// mostBytes is how long an answer may be, in bytes.
const mostBytes = 64 << 20

// Gather asks all other machines of the user's at once to carry out a verb that prints a JSON array, and returns what they answer, by their names. Warnings say
// which have not. Nobody is asked where this machine has joined no hub, where the verb is carried out for another one, or names a machine.
func Gather[T any](ctx context.Context, p *setup.Process, c *cobra.Command) (answers []Answer[T], warnings []string) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	h, err := reachable(ctx, p, c)
	if err != nil {
		return nil, []string{fmt.Sprintf("only what is on this machine: %v", err)}
	}
	if h == nil {
		return nil, nil
	}
	defer h.Close()
	line := append(slices.DeleteFunc(Without(p.Args, flag), func(a string) bool { return a == "--json" }), "--json")
	others := h.Others()
	answers, failures := make([]Answer[T], len(others)), make([]error, len(others))
	var working sync.WaitGroup
	for i, other := range others {
		working.Go(func() {
			answers[i].Machine = other.Name
			answers[i].Values, failures[i] = listOf[T](ctx, h, other.Name, line)
		})
	}
	working.Wait()
	for _, err := range failures {
		if err != nil {
			warnings = append(warnings, err.Error())
		}
	}
	return answers, warnings
}

// reachable connects to the hub. It is nil where nobody is to be asked: see [Gather].
func reachable(ctx context.Context, p *setup.Process, c *cobra.Command) (*remote.Hub, error) {
	m, err := membership(p)
	if p.Getenv(Errand) != "" || c.Flags().Changed(flag) || errors.Is(err, member.ErrNone) {
		return nil, nil //nolint:nilnil // nobody is to be asked
	}
	if err != nil {
		return nil, err
	}
	return remote.Connect(ctx, m)
}

func listOf[T any](ctx context.Context, h *remote.Hub, machine string, line []string) (values []T, err error) {
	var out, problems bounded
	code, err := h.Ask(ctx, machine, errand.Request{Args: line}, errand.Streams{Out: &out, Err: &problems})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("%s does not answer within %v", machine, patience)
	case err != nil:
		return nil, err
	case code != 0:
		return nil, fmt.Errorf("%s: %s", machine, strings.TrimSpace(problems.String()))
	}
	if err := json.Unmarshal(out.Bytes(), &values); err != nil {
		return nil, fmt.Errorf("%s answers what is no list: %w", machine, err)
	}
	return values, nil
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
