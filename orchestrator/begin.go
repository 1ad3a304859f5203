package orchestrator

import (
	"cmp"
	"context"
	"fmt"

	"stead/inject"
	"stead/runs"
	"stead/writers"
)

// put has the session lie in the store: what was chosen of one that goes on, or a new one without a word in it. A CLI that begins a session
// under an id that it is told gets no more than that.
func (d *delivery) put(ctx context.Context) (writers.Receipt, error) {
	if !d.source.IsNew {
		return d.target.Deliver(ctx, d.chosen, d.options)
	}
	if !d.begins() {
		return d.target.Begin(ctx, d.source.Stream.Header, d.options)
	}
	d.isAwaited = true
	plan, err := d.target.Writer.Plan(d.target.Store, d.source.Stream, d.options)
	return writers.Receipt{CLI: plan.CLI, ID: plan.ID, Path: plan.Path, Dir: plan.Dir}, err
}

// begins reports whether the CLI itself begins the session.
func (p *preparation) begins() bool {
	_, ok := p.adapter.Driver.(inject.SessionStarter)
	return ok && p.source.IsNew
}

// session is the one that the run's CLI works in. Where one lies that the CLI has yet to begin is not known.
func (d *delivery) session() runs.Session {
	s := runs.Session{CLI: d.receipt.CLI, ID: d.receipt.ID, Path: d.receipt.Path}
	if d.isAwaited {
		s.Path = ""
	}
	return s
}

// lacksSession is the error of a run that has none with which it could go on.
func lacksSession(run runs.Run) error {
	if run.From == (runs.Session{}) {
		return fmt.Errorf("run %s ended before its CLI had a session: begin anew", run.ID)
	}
	return fmt.Errorf("run %s ended before its session was delivered: continue %s anew", run.ID, run.From.Reference())
}

// seek finds the session that the CLI of a run that was broken off had to begin. If there is none, the CLI begins it now.
func (d *delivery) seek(ctx context.Context) error {
	options := d.options
	options.ID = d.receipt.ID
	plan, err := d.target.Writer.Plan(d.target.Store, d.source.Stream, options)
	if err != nil {
		return err
	}
	path, found := d.locateSession(ctx, plan.Path)
	d.receipt.Path = cmp.Or(path, plan.Path)
	d.isAwaited, d.source.IsNew = !found, !found
	return nil
}

// takeBack removes the session without a word in it on which the CLI was started, if that has not taken it: there is nothing to go on with.
func (s *supervision) takeBack(ctx context.Context) error {
	if !s.source.IsNew || s.begins() || s.proof.Err() == nil {
		return nil
	}
	unseen, err := s.unseen(ctx)
	if err != nil {
		return nil // whoever has changed it so may need it
	}
	for range unseen {
		return nil
	}
	if err := s.target.Undo(s.receipt); err != nil {
		return err
	}
	return s.record.Update(func(r *runs.Run) { r.To = runs.Session{CLI: r.To.CLI} })
}

// anew has the next CLI begin a session, as nothing was said in the run yet that could be handed over. A prompt that the CLI before did not keep
// is the user's still.
func (h handover) anew(o *Orchestrator, cli string, asked Request, again *runs.Again) (handover, *runs.Again) {
	h.source = o.Sources().New(cli, h.source.Dir, "")
	if again.Of == "" {
		h.prompt, again = asked.Prompt, nil
	}
	return h, again
}
