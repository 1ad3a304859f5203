package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stead/runs"
)

// Run continues a session in another CLI and returns when that CLI has ended, with the run's record. The end of the
// context ends the CLI and everything it started. Errors: those of the catalog, the policies and the writer; installed.ErrNotInstalled,
// ErrNoFolder, ErrCLIFailed, ErrInterrupted, inject.ErrUnconfirmed. The record's ID is empty when nothing was begun.
func (o *Orchestrator) Run(ctx context.Context, r Request, seen Observer) (runs.Run, error) {
	o.recoverRuns(seen)
	p, err := o.prepare(ctx, r)
	if err != nil {
		return runs.Run{}, err
	}
	o.remark(p, seen)
	d, err := o.deliver(ctx, p)
	if err != nil {
		return runs.Run{}, err
	}
	seen.Delivered(p.plan(d.receipt.ID, d.receipt.Path, d.receipt.Report))
	o.supervise(ctx, d, seen)
	return d.run, errors.Join(d.err, d.close(o))
}

// remark tells what the user should know before the CLI takes the terminal.
func (o *Orchestrator) remark(p *preparation, seen Observer) {
	if p.origin.note != "" {
		seen.Note(p.origin.note)
	}
	info := p.adapter.Driver.Info()
	if !slices.Contains(info.Tested, p.program.Version) {
		seen.Note(fmt.Sprintf("%s %s is not a version that stead was tested with (%s)",
			info.Title, cmp.Or(p.program.Version, "of an unknown version"), strings.Join(info.Tested, ", ")))
	}
	if recorded := p.origin.dir; recorded != "" && recorded != p.options.Dir {
		seen.Note(fmt.Sprintf("the session was held in %s and goes on in %s", recorded, p.options.Dir))
	}
}
