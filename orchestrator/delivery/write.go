package delivery

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"stead/inject"
	"stead/writers"
)

// Write puts the session into the CLI's store and proves that it is there: what was chosen of one that continues, or a new one without a word in
// it. It sets the receipt. After an error, [Delivery.Undo] removes what was written.
func (d *Delivery) Write(ctx context.Context) (err error) {
	if err := d.prepareStore(ctx); err != nil {
		return err
	}
	if d.Receipt, err = d.put(ctx); err != nil {
		return err
	}
	d.Receipt.Report = d.Source.Reported(d.Receipt.Report)
	return nil
}

// Undo removes the session again.
func (d *Delivery) Undo() error { return d.Target.Undo(d.Receipt) }

// put writes the session. A CLI that begins a session under an id that it is told gets no more than that.
func (d *Delivery) put(ctx context.Context) (writers.Receipt, error) {
	if !d.Source.IsNew {
		return d.Target.Deliver(ctx, d.chosen, d.Options)
	}
	if !d.IsBegunByCLI() {
		return d.Target.Begin(ctx, d.Source.Stream.Header, d.Options)
	}
	d.IsAwaited = true
	plan, err := d.Target.Writer.Plan(d.Target.Store, d.Source.Stream, d.Options)
	return writers.Receipt{CLI: plan.CLI, ID: plan.ID, Path: plan.Path, Dir: plan.Dir}, err
}

// prepareStore has a CLI make its store where it has none yet.
func (d *Delivery) prepareStore(ctx context.Context) error {
	preparer, ok := d.Adapter.Driver.(inject.Preparer)
	if !ok {
		return nil
	}
	arguments, needed := preparer.Preparation(d.Environment)
	if !needed {
		return nil
	}
	command := exec.CommandContext(ctx, d.Program.Path, arguments...)
	command.Dir, command.Env = d.Options.Dir, slices.Concat(d.process, d.Request.Environment)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("have %s make its store (%s): %w: %s", d.Title(), strings.Join(command.Args, " "), err, bytes.TrimSpace(output))
	}
	return nil
}
