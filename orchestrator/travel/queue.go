package travel

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/queue"
	"stead/reach/worker"
)

// Queue puts the run at the hub with its session and work, where it waits until a machine takes it, and returns the id
// of its job. Errors are those of [Trip.Send].
func (t *Trip) Queue(ctx context.Context) (id string, err error) {
	from, load, err := t.pick(ctx)
	if err != nil {
		return "", err
	}
	access, err := t.Hub.Queue(t.Data)
	if err != nil {
		return "", err
	}
	_, labels := queue.On(t.On, nil)
	job := queue.Job{
		ID: worker.NewID(), User: access.Self.User, Project: filepath.Base(load.Snapshot.Dir), CLI: t.Session.To,
		Labels: labels,
	}
	// It is kept first: a job whose answer is lost may be taken all the same.
	err = t.departures().Add(ctx,
		journey.Departure{Job: job.ID, From: from.Session, Snapshot: *load.Snapshot, Left: time.Now().UTC()})
	if err != nil {
		return "", err
	}
	if err := t.put(ctx, access, job, load); err != nil {
		return "", err
	}
	t.Leaving.Tell(t.User)
	t.tellWhy(ctx, access, job)
	return job.ID, nil
}

// put gives the parcel to the hub while it is packed, and then the job.
func (t *Trip) put(ctx context.Context, access worker.Access, job queue.Job, l parcel.Load) error {
	read, write := io.Pipe()
	packed := make(chan parcel.Packed, 1)
	go func() {
		sum, err := parcel.Pack(ctx, write, l)
		_ = write.CloseWithError(err)
		packed <- sum
	}()
	err := access.Send(ctx, job, t.Leaving.arguments(t.Given), read)
	_ = read.Close()
	if sum := <-packed; err == nil {
		t.User.Note(fmt.Sprintf("%d kB are at the hub: with the whole history, as nobody knows yet which machine takes them",
			(sum.Bytes+1023)>>10))
	}
	return err
}

// tellWhy tells the user why no machine takes the job immediately.
func (t *Trip) tellWhy(ctx context.Context, access worker.Access, job queue.Job) {
	all, err := access.Waiting(ctx, t.Sources.Host.Now())
	if err != nil {
		return // the job is there
	}
	for _, w := range all {
		if w.Job.ID == job.ID {
			t.User.Note("it waits: " + w.Why)
		}
	}
}
