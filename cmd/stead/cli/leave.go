package cli

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// patience is how long a verb has to end by itself after a signal. What the system does not let go of by then, a write into a pipe that nobody
// empties or a read of a disk that does not answer, ends with the process.
const patience = time.Second

// lingering are the verbs that may take longer: they end the programs that they have started, and keep what those have done, or they hold a
// terminal that must be given back.
var lingering = map[string]bool{
	"run": true, "fork": true, "ab": true, "chain": true, "template": true, "supervise": true, "supervise-fork": true, "attach": true, "replay": true,
}

// verbOf returns the first word after the program's name.
func verbOf(c *cobra.Command) string {
	words := strings.Fields(c.CommandPath())
	return words[min(1, len(words)-1)]
}

// leaveAfter ends the process a moment after the context does, unless its verb lingers or has ended by then, which is told by calling what is
// returned.
func (a *app) leaveAfter(ctx context.Context, exit func(int)) (ended func()) {
	over := make(chan struct{})
	context.AfterFunc(ctx, func() {
		select {
		case <-over:
		case <-time.After(patience):
			if !a.lingers.Load() {
				a.close()
				exit(exitInterrupted)
			}
		}
	})
	return func() { close(over) }
}

// onClose has something done when the command is over.
func (a *app) onClose(do func()) {
	a.closing.Lock()
	defer a.closing.Unlock()
	a.closers = append(a.closers, do)
}

func (a *app) close() {
	a.closing.Lock()
	defer a.closing.Unlock()
	for _, do := range a.closers {
		do()
	}
	a.closers = nil
}

// longestInput is more text, in bytes, than any CLI takes as a prompt.
const longestInput = 16 << 20

// readInput returns all of standard input. It does not wait longer than the context lasts: the read itself ends with the process.
func (a *app) readInput(ctx context.Context) (string, error) {
	type result struct {
		text []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(a.Stdin, longestInput+1))
		read <- result{text, err}
	}()
	select {
	case r := <-read:
		if len(r.text) > longestInput {
			r.err = errInputTooLong
		}
		return string(r.text), r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
