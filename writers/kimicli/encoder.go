package kimicli

import (
	"context"
	"io"
	"time"

	"stead/internal/dialogue"
	"stead/internal/entry"
	format "stead/internal/format/kimicli"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes the context files and the wire file of a session or a sub-agent.
type encoder struct {
	plan   writers.Plan
	stream timeline.Stream
	report writers.Report
	// context is the context file that is being written, next begins another, lines counts those of all.
	context output
	next    func() (io.Writer, error)
	lines   int
	screen  screen

	dialogue *dialogue.Dialogue
	restorer restorer
	memory   memory
	calls    map[string]string // the native ids of calls without a result, by their entries
	taken    entry.IDs         // the native ids of all calls
	last     time.Time         // of the newest record
}

func newEncoder(plan writers.Plan, s timeline.Stream, next func() (io.Writer, error), wire io.Writer) *encoder {
	n := &encoder{
		plan: plan, stream: s, next: next, screen: screen{output: output{jsonl.Buffer{Dst: wire}}},
		calls: map[string]string{}, taken: entry.NewIDs(), restorer: restorer{position: -1},
	}
	n.dialogue = dialogue.New(n)
	n.screen.spawned = spawned(s)
	return n
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.begin(); err != nil {
		return err
	}
	if err := n.stream.Each(ctx, func(e *timeline.Entry) error {
		if err := n.entry(e); err != nil {
			return err
		}
		return n.failed()
	}); err != nil {
		return err
	}
	if err := n.dialogue.Close(); err != nil {
		return err
	}
	n.screen.endTurn(n.last)
	n.lines += n.context.Lines
	if err := n.context.Flush(); err != nil {
		return err
	}
	return n.screen.Flush()
}

// failed returns the error of a destination.
func (n *encoder) failed() error {
	if n.context.Err != nil {
		return n.context.Err
	}
	return n.screen.Err
}

// begin begins a context file; the one before it was replaced.
func (n *encoder) begin() error {
	n.lines += n.context.Lines
	if err := n.context.Flush(); err != nil {
		return err
	}
	dst, err := n.next()
	n.context = output{jsonl.Buffer{Dst: dst}}
	return err
}

func (n *encoder) entry(e *timeline.Entry) error {
	if line := e.Extra[format.ScreenExtra]; line != nil && e.Native == nil {
		n.keep(line)
		return nil
	}
	if n.restores(e) {
		if e.Active() {
			n.report.Entries++
		}
		return n.restore(e)
	}
	n.report.Losses.Repaired(e)
	return n.convert(e)
}

// stamp returns the time of an entry: that of the record before where it has none, and never one that is still to come.
func (n *encoder) stamp(timestamp string) time.Time {
	at := momentOr(timestamp, n.last)
	if at.IsZero() {
		at = momentOr(n.stream.Header.Metadata.Created, n.plan.Now)
	}
	if at.After(n.plan.Now) {
		at = n.plan.Now
	}
	n.last = at
	return at
}

func momentOr(timestamp string, otherwise time.Time) time.Time {
	if at, err := time.Parse(time.RFC3339, timestamp); err == nil {
		return at
	}
	return otherwise
}

// Lose declares a loss.
func (n *encoder) Lose(what, why string) { n.report.Losses.Add(what, why) }

// loseItem declares the loss of an item that the source's model knew.
func (n *encoder) loseItem(kind writers.Kind, characters int64, what, why string) {
	n.report.Losses.Item(kind, characters, what, why)
}
