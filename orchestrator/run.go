package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/runs"
)

// Run continues a session in another CLI, or a run that was broken off, and returns when the last CLI that it went through has
// ended, with the run's record. The end of the context ends the CLI and everything it started. Errors: those of the catalog, the policies
// and the writer; installed.ErrNotInstalled, ErrNoFolder, ErrCLIFailed (a LimitError among them), ErrBudget, ErrInterrupted,
// injection.ErrUnconfirmed. The record's ID is empty when nothing was begun.
func (o *Orchestrator) Run(ctx context.Context, r Request, seen Observer) (runs.Run, error) {
	seen = &oneAtATime{to: seen}
	o.recoverRuns(seen)
	begin := o.begin
	if r.Resume != "" {
		begin = o.resume
	}
	d, err := begin(ctx, r, seen)
	if err != nil {
		return runs.Run{}, err
	}
	ctx, release := r.Budget.bound(ctx)
	defer release()
	finish := d.mirror.Keep(ctx)
	if d.isAnswered {
		d.err = d.tellAnswered()
	}
	for !d.isAnswered {
		o.supervise(ctx, d)
		next := d.renew(ctx)
		if next == nil {
			next = d.failover(ctx)
		}
		if next == nil {
			break
		}
		d = next
	}
	finish(d.rest())
	err = errors.Join(d.err, d.close(d.err))
	return d.record.Current(), err
}

// begin delivers the session that shall be continued.
func (o *Orchestrator) begin(ctx context.Context, r Request, seen Observer) (*delivery, error) {
	for _, name := range r.Failover {
		if _, err := o.adapter(name); err != nil {
			return nil, err // now, not when it is needed
		}
	}
	p, err := o.prepare(ctx, r)
	if err != nil {
		return nil, err
	}
	o.remark(p, seen)
	o.remarkFailover(ctx, r, seen)
	r.Sync = whereMirrored(p.source, r.Sync, seen)
	kept, claimed := o.newMirror(ctx, r, p.source.Home(), seen)
	d, err := o.deliver(ctx, p, seen)
	if err != nil {
		return nil, err
	}
	d.mirror = kept
	d.mirror.Attach(d.record, d.journal)
	d.record.Count(func(r *runs.Run) { r.Mirrors = claimed })
	return d, nil
}

// remark tells what the user should know before the CLI takes the terminal.
func (o *Orchestrator) remark(p *preparation, seen Observer) {
	if p.source.Note != "" {
		seen.Note(p.source.Note)
	}
	if pid, title, ok := o.occupant(p.source.Session); ok {
		seen.Note(fmt.Sprintf("%s is still open in %s (process %d): what is written there from now on does not come along",
			p.source.Session.Reference(), title, pid))
	}
	o.remarkVersion(p, seen)
	o.remarkSecrets(p, seen)
	tellDoubts(seen, p.source.Open)
	if recorded := p.source.Dir; recorded != "" && recorded != p.options.Dir {
		seen.Note(fmt.Sprintf("the session was held in %s and goes on in %s", recorded, p.options.Dir))
	}
}

// remarkFailover tells of CLIs that could not go on, while there is time to install them.
func (o *Orchestrator) remarkFailover(ctx context.Context, r Request, seen Observer) {
	for _, name := range r.Failover {
		a, err := o.adapter(name)
		if err == nil {
			_, err = o.Locate(ctx, a.Driver)
		}
		if err != nil {
			seen.Note(fmt.Sprintf("%s could not go on when a limit is hit: %v", name, err))
		}
	}
}

func (o *Orchestrator) remarkVersion(p *preparation, seen Observer) {
	info := p.adapter.Driver.Info()
	if p.request.Unstarted && p.program.Version == "" {
		seen.Note(fmt.Sprintf("%s is not installed here: the session is made for the newest version that stead knows", info.Title))
		return
	}
	if !slices.Contains(info.Tested, p.program.Version) {
		seen.Note(fmt.Sprintf("%s %s is not a version that stead was tested with (%s)",
			info.Title, cmp.Or(p.program.Version, "of an unknown version"), strings.Join(info.Tested, ", ")))
	}
}

// occupant returns the process that has a session open in its own CLI, as far as that shows.
func (o *Orchestrator) occupant(s runs.Session) (pid int, title string, ok bool) {
	for _, a := range o.Adapters {
		d, can := a.Driver.(inject.OpenChecker)
		if !can || a.Reader.Info().Name != s.CLI {
			continue
		}
		store := adapter.Store{CLI: s.CLI, Root: a.Driver.Home(o.Host)}
		pid, ok = d.OpenedBy(store, adapter.Location{Path: s.Path, ID: s.ID})
		return pid, a.Reader.Info().Title, ok
	}
	return 0, "", false
}
