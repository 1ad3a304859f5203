package travel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"stead/adapters"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/queue"
	"stead/reach/remote"
	"stead/reach/worker"
)

// queued is a run that is to wait for a machine.
type queued struct {
	p   *setup.Process
	s   *setup.Setup
	hub *remote.Hub
	o   flags.Run
}

// check says what keeps a run from waiting: whatever machine takes it, nobody sits there.
func (q queued) check() error {
	switch {
	case !q.o.HasPrompt && !q.o.Detach:
		return failure.Usage(fmt.Errorf(
			"no machine is called %s, so the run waits for one that has it, without a terminal: give it a prompt with -p, or begin it with -d", q.o.On))
	case q.o.Request.Prompt == "-" || q.o.Request.Headless && !q.o.HasPrompt:
		return failure.Usage(errors.New(
			"a run that waits for a machine has no standard input: give it the prompt itself with -p"))
	case adapters.Named(q.o.Request.To).Driver == nil:
		return failure.Usage(fmt.Errorf("no machine can run %q: stead starts no such CLI (stead doctor lists them)",
			q.o.Request.To))
	case q.o.AsJSON:
		return failure.Usage(errors.New("a run that waits for a machine prints nothing here: omit --json"))
	}
	return nil
}

// put puts the run at the hub with its session and work, and prints the id of its job.
func (q queued) put(ctx context.Context, args []string) error {
	if err := q.check(); err != nil {
		return err
	}
	from, load, left, err := pick(ctx, q.p, q.s, q.o)
	if err != nil {
		return err
	}
	access, err := q.hub.Queue(q.s.Config.Folders.Data)
	if err != nil {
		return err
	}
	_, labels := queue.On(q.o.On, nil)
	job := queue.Job{
		ID: worker.NewID(), User: access.Self.User, Project: filepath.Base(load.Snapshot.Dir), CLI: q.o.Request.To,
		Labels: labels,
	}
	// It is kept first: a job whose answer is lost may be taken all the same.
	err = journey.OpenDepartures(q.s.Config.Folders.Data).Add(ctx,
		journey.Departure{Job: job.ID, From: from.Session, Snapshot: *load.Snapshot, Left: time.Now().UTC()})
	if err != nil {
		return err
	}
	if err := q.send(ctx, access, job, load, left.arguments(args)); err != nil {
		return err
	}
	left.tell(q.p.Term)
	q.tellWhy(ctx, access, job)
	_, err = fmt.Fprintln(q.p.Term.Out, job.ID)
	return err
}

// send packs the parcel into the hub's hands, and the job after it.
func (q queued) send(ctx context.Context, access worker.Access, job queue.Job, l parcel.Load, args []string) error {
	read, write := io.Pipe()
	packed := make(chan parcel.Packed, 1)
	go func() {
		sum, err := parcel.Pack(ctx, write, l)
		_ = write.CloseWithError(err)
		packed <- sum
	}()
	err := access.Send(ctx, job, args, read)
	_ = read.Close()
	if sum := <-packed; err == nil {
		q.p.Term.Err.Note("%d kB are at the hub: with the whole history, as nobody knows yet which machine takes them",
			(sum.Bytes+1023)>>10)
	}
	return err
}

// tellWhy says why no machine takes the job at once.
func (q queued) tellWhy(ctx context.Context, access worker.Access, job queue.Job) {
	all, err := access.Waiting(ctx, q.s.Host.Now())
	if err != nil {
		return // the job is there
	}
	for _, w := range all {
		if w.Job.ID == job.ID {
			q.p.Term.Err.Note("it waits: %s", w.Why)
		}
	}
}
