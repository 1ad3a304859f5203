package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/reach/journey"
	"stead/reach/layout"
	"stead/reach/parcel"
	"stead/reach/queue"
	"stead/runs"
)

// do does a job that this machine has claimed, to its end, from wherever it has come to here.
func (m Machine) do(ctx context.Context, job queue.Job) error {
	if !m.doing.begin(job.ID) {
		return later(errDoing)
	}
	defer m.doing.end(job.ID)
	release, err := m.hold(ctx, layout.RunLease(m.Self.User, job.ID))
	if err != nil {
		return err
	}
	defer release()
	err = m.carryOut(ctx, job)
	if wait := (*queue.Later)(nil); err != nil && ctx.Err() == nil && !errors.As(err, &wait) {
		err = fmt.Errorf("the job %s is over: %w", job.ID, err)
		m.Failed(errors.Join(err, m.tell(ctx, job.ID, Outcome{Failed: err.Error()})))
	}
	return err
}

func (m Machine) carryOut(ctx context.Context, job queue.Job) error {
	a, err := m.Arrivals.ForJob(job.ID)
	if errors.Is(err, journey.ErrUnknown) {
		a, err = m.take(ctx, job)
	}
	if err != nil {
		return err
	}
	run, err := m.begun(a)
	if err == nil && run == "" {
		run, err = m.begin(ctx, job, a)
	}
	if err != nil {
		return err
	}
	if err := m.tell(ctx, job.ID, Outcome{Run: run}); err != nil {
		m.Failed(err) // the run goes on, and can be found on this machine
	}
	return m.follow(ctx, run)
}

// take takes the job's parcel in. What the hub does not send now it may send later; a parcel that it has no more is
// lost.
func (m Machine) take(ctx context.Context, job queue.Job) (a journey.Arrival, err error) {
	o, err := m.order(ctx, job)
	if errors.Is(err, errOrder) {
		return a, err
	}
	if err != nil {
		return a, later(err)
	}
	folders, err := m.Folders(ctx)
	if err != nil {
		return a, err
	}
	store, err := parcel.OpenStore(ctx, m.Conn, 0)
	if err != nil {
		return a, later(err)
	}
	content, err := store.Get(ctx, job.Parcel, parcel.Key(o.Key))
	if errors.Is(err, parcel.ErrNone) {
		return a, err
	}
	if err != nil {
		return a, later(err)
	}
	defer content.Close() //nolint:errcheck // it was read, or is of no use
	if a, err = m.Arrivals.Take(ctx, o.From, content, folders); errors.Is(err, parcel.ErrStalled) {
		return a, later(err)
	}
	if err != nil {
		return a, err
	}
	a.Job, a.Sent = job.ID, true
	return a, m.Arrivals.Save(a)
}

// begun finds the run that was begun with what has come. It is empty where none was.
func (m Machine) begun(a journey.Arrival) (id string, err error) {
	all, err := m.Runs.All()
	if err != nil {
		return "", err
	}
	slices.Reverse(all) // the first one: later ones are their user's
	for _, r := range all {
		from, err := m.Arrivals.Behind(r)
		if err == nil && from.ID == a.ID {
			return r.ID, nil
		}
	}
	return "", nil
}

// begin begins the job's run. It does so to the end even when ctx is done: a run that has begun is found again.
func (m Machine) begin(ctx context.Context, job queue.Job, a journey.Arrival) (run string, err error) {
	o, err := m.order(ctx, job)
	if err != nil {
		return "", later(err)
	}
	line := []string{"run", "--detach", "--cwd=" + a.Dir}
	if a.File != "" {
		line = append(line, "--from=universal:"+a.File)
	}
	said, err := m.Stead(context.WithoutCancel(ctx), append(line, o.Args...))
	return strings.TrimSpace(said), err
}

const (
	// glance is how often the record of a run is looked at.
	glance = 300 * time.Millisecond
	// mostTries is how often a run that was killed is resumed.
	mostTries = 3
)

// follow waits until a run has ended. It resumes one that was killed, and one that was ended because its lease could
// not be renewed.
func (m Machine) follow(ctx context.Context, run string) error {
	beat := time.NewTicker(glance)
	defer beat.Stop()
	for tries := 0; ; {
		r, err := m.Runs.Load(run)
		switch {
		case err != nil:
			return fmt.Errorf("read the record of run %s: %w", run, err)
		case r.EndedWithLease():
			err = m.resumeLeased(ctx, run)
		case r.Status != runs.Running:
			return nil
		case !r.Alive() && tries == mostTries:
			return fmt.Errorf("run %s was killed %d times", run, mostTries)
		case !r.Alive():
			tries++
			err = m.resumeRun(ctx, run)
		}
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-beat.C:
		}
	}
}

// resumeLeased resumes a run that has ended with its lease, once the hub is back: then package tenure forgets the
// lease, and has noted whether another machine has taken the run over.
func (m Machine) resumeLeased(ctx context.Context, run string) error {
	if _, leased, err := m.Runs.Lease(run); leased || err != nil {
		return err
	}
	r, err := m.Runs.Load(run) // the note comes before the lease is forgotten
	if err != nil || !r.EndedWithLease() {
		return err
	}
	return m.resumeRun(ctx, run)
}

// resumeRun resumes a run. That its user was faster is no error.
func (m Machine) resumeRun(ctx context.Context, run string) error {
	_, err := m.Stead(context.WithoutCancel(ctx), []string{"run", "--detach", "--resume=" + run})
	if r, failed := m.Runs.Load(run); failed == nil && r.Alive() {
		return nil
	}
	return err
}
