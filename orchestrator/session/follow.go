package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/capture"
	"stead/inject"
	"stead/inject/injection"
	"stead/orchestrator/delivery"
	"stead/orchestrator/history"
	"stead/orchestrator/mirror"
	"stead/orchestrator/record"
	"stead/orchestrator/state"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// follower brings what the CLI adds to its session into the run's journal, and counts it.
type follower struct {
	delivery *delivery.Delivery
	files    *record.Files
	mirror   *mirror.Mirror
	proof    *injection.Proof
	status   *status
	activity *capture.Activity
	screen   *onScreen
	host     adapter.Host
	now      func() time.Time
	// owns reports whether a process is the CLI or was started by it.
	owns   func(pid int) bool
	budget Budget
	// tell tells the user something.
	tell func(string)
	// brief gets what the user should see while the CLI is on the screen.
	brief chan string
	// before is what the journal held of the session already.
	before history.Captured
	// said is when the last entry was written that came.
	said time.Time
	// moved says that what is active in the journal may not be what is active in the session.
	moved bool
	// hasAgents says that the session may have started sub-agents that the journal does not have.
	hasAgents bool
	// again is set when the prompt is stead's own, until the CLI has it in its session.
	again *runs.Again
}

// follow brings what the CLI adds to its session into the journal, and goes with its user into others.
func (f *follower) follow(ctx context.Context) error {
	if f.delivery.Session.IsAwaited {
		if err := f.await(ctx); err != nil {
			return err
		}
	}
	for {
		next, err := f.followOne(ctx)
		f.keepAgents(context.WithoutCancel(ctx))
		if err != nil || next == nil {
			return err
		}
		if err := f.enter(context.WithoutCancel(ctx), *next); err != nil {
			return err
		}
	}
}

// progress takes what came. That the session's own store grows is the proof that no CLI can fail to give.
func (f *follower) progress(ctx context.Context, p readers.Progress) error {
	f.proof.Saw(f.delivery.Session.Receipt.ID)
	f.activity.Beat() // before a result ends the wait for its tool
	run := f.files.Record.Current()
	p.Entries = slices.DeleteFunc(p.Entries, func(e *timeline.Entry) bool { return f.before.Has(e) })
	for i, e := range p.Entries {
		f.hasAgents = f.hasAgents || e.Tool == timeline.Task
		p.Entries[i] = f.markAgain(history.Belonging(e, run.To))
	}
	if err := f.files.Journal.Append(p.Entries...); err != nil {
		return fmt.Errorf("keep the session in the journal of run %s: %w", run.ID, err)
	}
	if f.moved = f.moved || p.Moved; f.moved {
		if err := f.arrange(ctx); err != nil {
			return err
		}
	}
	f.interpretRecords(p.Entries)
	if err := f.status.apply(records(p)); err != nil {
		return err
	}
	if p.Turn.Ended() {
		if err := f.files.Journal.Sync(); err != nil {
			return fmt.Errorf("keep the session in the journal of run %s: %w", run.ID, err)
		}
		f.mirror.TurnEnded()
	}
	return errors.Join(f.countAll(p.Entries), f.keepCounts(len(p.Entries) > 0))
}

// countAll counts all new entries, also those beyond a budget, because they were paid for, too. It returns the first
// error.
func (f *follower) countAll(entries []*timeline.Entry) (first error) {
	for _, e := range entries {
		if at := history.TimeOf(e); at.After(f.said) {
			f.said = at
		}
		if err := f.count(e); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// arrange notes in the journal which entries are in the conversation, as the session itself has it. While that cannot
// be read, as a CLI is writing it, the journal stays as it is.
func (f *follower) arrange(ctx context.Context) error {
	session, err := f.delivery.Session.Open(ctx)
	if err != nil {
		return nil
	}
	f.moved = false
	return f.files.Arrange(ctx, session, f.delivery.Adapter.Reader.Info())
}

// keepAgents keeps in the journal the sessions of the sub-agents that the session has started, once nobody writes to
// them any more: their CLI writes them apart, and may delete them.
func (f *follower) keepAgents(ctx context.Context) {
	if !f.hasAgents {
		return
	}
	run := f.files.Record.Current()
	session, err := f.delivery.Session.Open(ctx)
	if err == nil {
		err = f.files.Attach(ctx, session)
	}
	if err != nil {
		f.tell(fmt.Sprintf("the journal of run %s lacks the sessions of sub-agents, which %s keeps: %v", run.ID,
			f.delivery.Title(), err))
	}
}

// keepCounts keeps what was counted when no change of state will do that soon: a hook may tell the turn's end before
// its records are seen.
func (f *follower) keepCounts(counted bool) error {
	if !counted || !f.files.Record.Current().State.Waits() {
		return nil
	}
	return f.files.Record.Update(func(*runs.Run) {})
}

// interpretRecords interprets each record once: it may have given several entries.
func (f *follower) interpretRecords(entries []*timeline.Entry) {
	last := -1
	for _, e := range entries {
		if e.Native != nil && (e.Native.Line != last || e.Native.Line == 0) {
			last = e.Native.Line
			f.status.interpret(inject.Record, e.Native.Raw)
		}
	}
}

// markAgain hides the prompt with which stead made the CLI go on: in the timeline it was said before, or by nobody.
func (f *follower) markAgain(e *timeline.Entry) *timeline.Entry {
	if f.again == nil || !e.StartsTurn() {
		return e
	}
	again := *f.again
	again.Entry = e.ID
	f.again = nil
	f.files.Record.Count(func(r *runs.Run) {
		again.Session = r.To
		r.Again = append(r.Again, again)
	})
	hidden := *e
	hidden.Hidden = true
	return &hidden
}

// count keeps what the run's record tells of its entries, and ends the run when its budget is used up.
func (f *follower) count(e *timeline.Entry) (err error) {
	isAnswer := e.Type == timeline.Assistant && e.Active() && !e.Hidden && !e.Content.IsBlank()
	f.files.Record.Count(func(r *runs.Run) {
		f.status.meter.Add(e, r)
		if isAnswer {
			r.FinalText = strings.TrimRight(e.Content.String(), "\n")
		}
		err = f.budget.check(*r, e)
	})
	if isAnswer && err == nil {
		err = f.status.apply(state.Answered{})
	}
	return err
}
