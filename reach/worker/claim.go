package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/lease"
	"stead/reach/member"
	"stead/reach/queue"
)

// claimed is for how long a claim stands at the hub: longer than any job is in the queue.
const claimed = 180 * 24 * time.Hour

// claim says who does a job. The zero value says that nobody will, for it was cancelled.
type claim struct {
	Name string `json:"name"`
	// Key is the machine's public nkey: another one may get its name.
	Key string `json:"key"`
	// Told is an [Outcome], sealed. Empty until the machine has one.
	Told []byte `json:"told,omitempty"`
}

func (a Access) own() claim { return claim{Name: a.Self.Name, Key: a.Self.Key} }

// isCancelled reports whether nobody will do the job.
func (c claim) isCancelled() bool { return c.Key == "" }

// isOf reports whether a machine does the job.
func (c claim) isOf(m member.Member) bool { return c.Key == m.Key }

// claims are what [queue.Claimer] asks for, made in somebody's name: the hub keeps the first one.
type claims struct {
	Access
	by claim
}

// Claim implements queue.Claimer. A machine claims no job whose key it has not got: it could only keep it from others. A claim whose answer was lost is found
// by [Access.claimant].
func (c claims) Claim(ctx context.Context, job string) (first bool, err error) {
	if !c.by.isCancelled() {
		if _, err := c.Keys.Get(ctx, job, epoch); err != nil {
			return false, err
		}
	}
	bucket, err := layout.Bucket(ctx, c.JS, layout.Leases)
	if err != nil {
		return false, fmt.Errorf("open the bucket of leases: %w", err)
	}
	text, err := json.Marshal(c.by)
	if err != nil {
		return false, err
	}
	_, err = bucket.Create(ctx, layout.JobClaim(c.Self.User, job), text, jetstream.KeyTTL(claimed))
	if errors.Is(err, jetstream.ErrKeyExists) {
		return false, nil
	}
	return err == nil, err
}

// largest is the largest claim that is read, in bytes.
const largest = 4 << 10

// claimant is who has claimed a job. Ok is false where nobody has claimed it yet.
func (a Access) claimant(ctx context.Context, job string) (by claim, ok bool, err error) {
	bucket, err := layout.Bucket(ctx, a.JS, layout.Leases)
	if err != nil {
		return by, false, fmt.Errorf("open the bucket of leases: %w", err)
	}
	e, err := bucket.Get(ctx, layout.JobClaim(a.Self.User, job))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return by, false, nil
	}
	if err == nil && len(e.Value()) > largest {
		err = fmt.Errorf("it has more than %d bytes", largest)
	}
	if err == nil {
		err = json.Unmarshal(e.Value(), &by)
	}
	if err != nil {
		return by, false, fmt.Errorf("read the claim of %s: %w", job, err)
	}
	return by, true, nil
}

// Cancel takes a job out of the queue. One that a machine has begun is taken out only while nobody works at it, as when that machine is gone for good. Then its
// name is returned: the run may go on there. Errors are those of [queue.Cancel].
func (a Access) Cancel(ctx context.Context, job string) (begunBy string, err error) {
	err = queue.Cancel(ctx, a.JS, a.Self.User, job, claims{a, claim{}})
	if !errors.Is(err, queue.ErrBegun) {
		return "", err
	}
	by, ok, failed := a.claimant(ctx, job)
	if failed != nil || !ok {
		return "", errors.Join(err, failed)
	}
	holder, failed := lease.Holder(ctx, a.JS, layout.RunLease(a.Self.User, job))
	if failed != nil || holder != "" {
		return "", errors.Join(fmt.Errorf("%s has it: %w", by.Name, err), failed)
	}
	return by.Name, queue.Cancel(ctx, a.JS, a.Self.User, job, overriding{a})
}

// overriding claims a job that somebody has claimed already, so that nobody goes on with it.
type overriding struct{ Access }

// Claim implements queue.Claimer.
func (o overriding) Claim(ctx context.Context, job string) (first bool, err error) {
	bucket, err := layout.Bucket(ctx, o.JS, layout.Leases)
	if err != nil {
		return false, fmt.Errorf("open the bucket of leases: %w", err)
	}
	_, err = bucket.Put(ctx, layout.JobClaim(o.Self.User, job), []byte("{}"))
	return err == nil, err
}

// Waiting lists the jobs of this machine's user that wait, the oldest first, and says why each does. Errors are the hub's.
func (a Access) Waiting(ctx context.Context, now time.Time) ([]queue.Wait, error) {
	all, err := queue.Waiting(ctx, a.JS, a.Self.User, now)
	if err != nil {
		return nil, err
	}
	for i, w := range all {
		if by, ok, err := a.claimant(ctx, w.Job.ID); err != nil {
			return nil, err
		} else if ok && by.Name != "" {
			all[i].Why = by.Name + " has begun it, and goes on when it is back; stead stop drops it"
		}
	}
	return all, nil
}
