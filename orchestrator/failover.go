package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"stead/inject/signals"
	"stead/orchestrator/history"
	"stead/orchestrator/session"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
)

// goOn is the prompt for a CLI that continues in the middle of a turn.
const goOn = "Go on where you stopped."

// failover hands a run over after a limit has stopped its CLI.
type failover struct {
	run   *run
	limit *session.LimitError
}

// next prepares the part of the CLI that takes over. It returns nil if the run ends here.
func (f failover) next(ctx context.Context) *part {
	f.run.request = f.run.request.current()
	left := f.successors(ctx)
	for {
		at, rest, err := f.elect(ctx, left)
		if err != nil || at < 0 {
			return nil
		}
		next, err := move{run: f.run, to: left[at].Name, rest: rest, why: f.limit, limit: &f.limit.Limit}.hop(ctx)
		if err == nil {
			return next
		}
		if ctx.Err() != nil {
			return nil
		}
		if f.run.request.Headless { // otherwise the next question shows it
			f.run.seen.Note(fmt.Sprintf("%s cannot take over: %v", left[at].Name, err))
		}
		left[at].Blocked = err.Error()
	}
}

// move is the move of a run to another CLI.
type move struct {
	run *run
	to  string
	// rest are the CLIs that may take over from that one.
	rest []string
	// why says why the run leaves its CLI, limit which limit has caused that, if any.
	why   error
	limit *signals.Limit
	// user is what a user wants who has told the run to move. Nil if nobody has.
	user *session.Switch
}

// hop carries the whole session into the next CLI. A failed hop changes nothing.
func (to move) hop(ctx context.Context) (*part, error) {
	r := to.run
	from, again, err := r.handOver(ctx, to.user)
	if err != nil {
		return nil, err
	}
	if bare, err := source.IsBare(from.source.Stream); err != nil {
		return nil, err
	} else if bare {
		from, again = from.anew(r.o, to.to, r.part.delivery.Request.Prompt, again)
	}
	request := r.request.handedOver(to.to, to.rest, from.prompt, r.part.delivery.Options.Dir)
	d, err := r.o.planner().Prepare(ctx, request.delivery(), from.source)
	if err != nil {
		return nil, err
	}
	if err := d.Choose(ctx, nil); err != nil {
		return nil, err
	}
	if request.Headless { // a user who was asked already knows
		r.seen.Note(fmt.Sprintf("%s; %s takes over", to.why, d.Title()))
	}
	r.o.remarks(r.seen).version(d)
	next := part{delivery: d, again: again}
	left := runs.Hop{Reason: to.why.Error(), Limit: to.limit, Ended: r.o.Host.Now().UTC()}
	err = r.write(ctx, next, func(of *runs.Run) {
		left.To, left.Opened, left.Lines, left.Delivered = of.To, of.Opened, of.Lines, of.Delivered
		of.Opened = ""
		of.Hops = append(of.Hops, left)
		arrive(of)
		next.asks(of, from.added)
	})
	if err != nil {
		return nil, errors.Join(err, d.Undo())
	}
	r.request = request
	return &next, nil
}

// handover is a run's timeline in the form that the next CLI gets.
type handover struct {
	source source.Source
	// prompt is for the next CLI.
	prompt string
	// added is the number of entries that the run's CLIs have added.
	added int
}

// handOver returns the run's timeline so far. It removes a prompt that has no answer yet, so that the next CLI gets
// that prompt again. User is the user's own wish to move, if there is one.
func (r *run) handOver(ctx context.Context, user *session.Switch) (handover, *runs.Again, error) {
	of := r.files.Record.Current()
	journal, err := r.o.Sources().Journal(ctx, of.ID)
	if err != nil {
		return handover{}, nil, err
	}
	open, err := unanswered(journal)
	if err != nil {
		return handover{}, nil, err
	}
	h := handover{source: source.Source{Session: of.To, Stream: history.OnScreen(journal, of), Dir: of.Dir}, prompt: goOn}
	if h.added, _, err = history.Count(journal, of); err != nil {
		return handover{}, nil, err
	}
	switch {
	case user != nil && user.Prompt != "":
		h.prompt = user.Prompt
		return h, nil, nil
	case open == nil && user != nil && (user.IsFromInside || of.State == signals.Input):
		h.prompt = ""
		return h, nil, nil
	case open == nil:
		calls, err := history.Unsettled(journal, of)
		h.prompt = history.WithDoubts(goOn, calls)
		return h, &runs.Again{}, err
	}
	h.prompt = open.Content.String()
	h.source.Stream.Entries = before(h.source.Stream.Entries, open.ID)
	return h, &runs.Again{Of: open.ID}, nil
}

// anew makes the next CLI begin a session, because the run has no content yet to hand over. A prompt that the previous
// CLI did not store still counts as the user's own.
func (h handover) anew(o *Orchestrator, cli, prompt string, again *runs.Again) (handover, *runs.Again) {
	h.source = o.Sources().New(cli, h.source.Dir, "")
	if again.Of == "" {
		h.prompt, again = prompt, nil
	}
	return h, again
}

// unanswered returns the last prompt if nothing answers it, and nil otherwise. It also returns nil for a prompt with a
// picture or with a file that it names, because that cannot be repeated as a text.
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
	if last == nil || last.Type != timeline.User || last.IsContext() || len(last.Attachments) > 0 ||
		last.Content.IsBlank() {
		return nil, nil
	}
	return last.Clone(), nil
}

// before yields the entries that come before the one with an id.
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
