package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"stead/orchestrator/history"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
)

// goOn is what a CLI is told that takes up work in the middle of a turn.
const goOn = "Go on where you stopped."

// failover prepares the CLI that goes on when a limit has stopped this one. It returns nil when the run ends here.
func (d *delivery) failover(ctx context.Context) *delivery {
	var limit *LimitError
	if !errors.As(d.err, &limit) {
		return nil
	}
	d.request = d.request.current()
	left := d.successors(ctx)
	for {
		at, rest, err := d.elect(ctx, left, limit)
		if err != nil || at < 0 {
			return nil
		}
		next, err := d.hop(ctx, left[at].Name, rest, limit)
		if err == nil {
			return next
		}
		if ctx.Err() != nil {
			return nil
		}
		if d.request.Headless { // else it stands in the next question
			d.seen.Note(fmt.Sprintf("%s cannot go on: %v", left[at].Name, err))
		}
		left[at].Blocked = err.Error()
	}
}

// hop carries the whole session into the next CLI. When it fails, nothing has changed.
func (d *delivery) hop(ctx context.Context, name string, rest []string, limit *LimitError) (*delivery, error) {
	from, again, err := d.handOver(ctx)
	if err != nil {
		return nil, err
	}
	if bare, err := source.IsBare(from.source.Stream); err != nil {
		return nil, err
	} else if bare {
		from, again = from.anew(d.o, name, d.request, again)
	}
	p, err := d.o.prepareFrom(ctx, d.request.handedOver(name, rest, from.prompt, d.options.Dir), from.source)
	if err != nil {
		return nil, err
	}
	if err := p.choose(ctx, d.o, nil); err != nil {
		return nil, err
	}
	if d.request.Headless { // a user who was asked knows
		d.seen.Note(fmt.Sprintf("%s; %s goes on", limit, p.adapter.Driver.Info().Title))
	}
	d.o.remarkVersion(p, d.seen)
	next := &delivery{runState: d.runState, preparation: p, again: again}
	left := runs.Hop{Reason: limit.Error(), Limit: &limit.Limit, Ended: d.o.Host.Now().UTC()}
	err = next.write(ctx, func(r *runs.Run) {
		left.To, left.Lines, left.Delivered = r.To, r.Lines, r.Delivered
		r.Hops = append(r.Hops, left)
		arrive(r)
		next.asks(r, from.added)
	})
	if err != nil {
		return nil, errors.Join(err, next.target.Undo(next.receipt))
	}
	return next, nil
}

// handover is a run's timeline as the next CLI gets it.
type handover struct {
	source source.Source
	// prompt is what the next CLI is told.
	prompt string
	// added is how many entries the run's CLIs have added.
	added int
}

// handOver returns what the run has so far. A prompt that has no answer yet is taken off and said again.
func (d *delivery) handOver(ctx context.Context) (handover, *runs.Again, error) {
	run := d.record.Current()
	journal, err := d.o.Sources().Journal(ctx, run.ID)
	if err != nil {
		return handover{}, nil, err
	}
	open, err := unanswered(journal)
	if err != nil {
		return handover{}, nil, err
	}
	h := handover{source: source.Source{Session: run.To, Stream: journal, Dir: run.Dir}, prompt: goOn}
	if h.added, _, err = history.Count(journal, run); err != nil {
		return handover{}, nil, err
	}
	if open == nil {
		calls, err := history.Unsettled(journal, run)
		h.prompt = history.WithDoubts(goOn, calls)
		return h, &runs.Again{}, err
	}
	h.prompt = open.Content.String()
	h.source.Stream.Entries = before(journal.Entries, open.ID)
	return h, &runs.Again{Of: open.ID}, nil
}

// unanswered returns the prompt to which nothing was said. One with a picture, or with a file that it names, cannot be said again as a text.
func unanswered(journal timeline.Stream) (*timeline.Entry, error) {
	var last *timeline.Entry
	for e, err := range journal.Entries {
		if err != nil {
			return nil, err
		}
		if !e.Hidden && e.Active() {
			last = e
		}
	}
	if last == nil || last.Type != timeline.User || last.IsContext() || len(last.Attachments) > 0 || last.Content.IsBlank() {
		return nil, nil
	}
	return last.Clone(), nil
}

// before ranges over what comes before an entry.
func before(all history.Entries, id string) history.Entries {
	return func(yield func(*timeline.Entry, error) bool) {
		for e, err := range all {
			if err == nil && e.ID == id || !yield(e, err) {
				return
			}
		}
	}
}

// handedOver is the request for the CLI that a run moves to.
func (r Request) handedOver(cli string, rest []string, prompt, dir string) Request {
	r = r.In(cli)
	r.Failover, r.Prompt, r.Dir = rest, prompt, dir
	r.Redaction = r.Redaction.Unasked()
	return r
}
