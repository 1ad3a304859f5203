package delivery

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/inject"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/internal/sys/process"
	"stead/writers"
)

// Learner learns the secrets of a session while it is read for something else. See [Delivery.Choose].
func (d *Delivery) Learner() *redaction.Learner { return d.policies.Learner(d.Adapter.Driver.Info()) }

// Choose applies the policies. Learned is what somebody who has read the session has learned of its secrets; nil when
// nobody has.
func (d *Delivery) Choose(ctx context.Context, learned *redaction.Learner) (err error) {
	policies := d.policies
	policies.Learned = learned
	d.chosen, err = policy.Select(ctx, d.Source.Stream, d.Adapter.Driver.Info(), policies)
	if err != nil {
		return fmt.Errorf("choose what to deliver of %s: %w", d.Source.Session.Reference(), err)
	}
	return nil
}

// Write puts the session into the CLI's store and proves that it is there: what was chosen of one that continues, or a
// new one without a word in it. It sets the receipt. After an error, [Delivery.Undo] removes what was written.
func (d *Delivery) Write(ctx context.Context) (err error) {
	if err := d.prepareStore(ctx); err != nil {
		return err
	}
	if d.Session.Receipt, err = d.put(ctx); err != nil {
		return err
	}
	d.Session.Receipt.Report = d.Source.Reported(d.Session.Receipt.Report)
	return nil
}

// Undo removes the session again.
func (d *Delivery) Undo() error { return d.Session.Target.Undo(d.Session.Receipt) }

// put writes the session. A CLI that begins a session under an id that it is told gets no more than that.
func (d *Delivery) put(ctx context.Context) (writers.Receipt, error) {
	if !d.Source.IsNew {
		return d.Session.Target.Deliver(ctx, d.chosen, d.Options)
	}
	if !d.IsBegunByCLI() {
		return d.Session.Target.Begin(ctx, d.Source.Stream.Header, d.Options)
	}
	d.Session.IsAwaited = true
	plan, err := d.Session.Target.Writer.Plan(d.Session.Target.Store, d.Source.Stream, d.Options)
	return writers.Receipt{CLI: plan.CLI, ID: plan.ID, Path: plan.Path, Dir: plan.Dir}, err
}

// Seek finds the session that the CLI of a run that was broken off had to begin. If there is none, the CLI begins it
// now.
func (d *Delivery) Seek(ctx context.Context) error {
	options := d.Options
	options.ID = d.Session.Receipt.ID
	plan, err := d.Session.Target.Writer.Plan(d.Session.Target.Store, d.Source.Stream, options)
	if err != nil {
		return err
	}
	path, found := d.Session.locate(ctx, d.Session.Receipt.ID, plan.Path)
	d.Session.Receipt.Path = cmp.Or(path, plan.Path)
	d.Session.IsAwaited, d.Source.IsNew = !found, !found
	return nil
}

// longestPreparation is how long a CLI may take to make its store. OpenCode 1.18.33 takes some seconds of processor
// time.
const longestPreparation = 5 * time.Minute

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
	line := append([]string{d.Program.Path}, arguments...)
	done, err := process.Run(ctx, process.Command{
		Program: line, Dir: d.Options.Dir, Env: slices.Concat(d.process, d.Request.Environment), Timeout: longestPreparation,
	})
	if err == nil && !done.OK() {
		err = fmt.Errorf("exit status %d", done.ExitCode)
	}
	if err != nil {
		return fmt.Errorf("have %s create its store (%s): %w: %s",
			d.Title(), strings.Join(line, " "), err, strings.TrimSpace(done.Output))
	}
	return nil
}

// Command says how the CLI is started on the session. Events is the file that its hooks write.
func (d *Delivery) Command(events string) inject.Command {
	return d.commandOn(d.Session.Receipt, events)
}

func (d *Delivery) commandOn(receipt writers.Receipt, events string) inject.Command {
	l := inject.Launch{
		Environment: d.Environment, Session: receipt, Prompt: d.Request.Prompt, Headless: d.Request.Headless,
		Model: d.model, Configured: d.configured, Events: events, Allow: d.Request.Allow,
	}
	if header := d.Source.Stream.Header; header.Source.CLI == d.Request.To {
		l.Recorded = header.Model.Model
	}
	if starter, ok := d.Adapter.Driver.(inject.SessionStarter); ok && d.Source.IsNew {
		return starter.Begin(l)
	}
	return d.Adapter.Driver.Command(l)
}
