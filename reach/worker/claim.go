package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/reach/layout"
	"stead/reach/lease"
	"stead/reach/member"
	"stead/reach/queue"
	"stead/reach/tenure"
)

// What a machine says of a job: that it does it; what has become of that; that nobody is to begin it; that nobody is to
// do it, whoever has begun it.
const (
	begins  = "begins"
	tells   = "tells"
	cancels = "cancels"
	drops   = "drops"
)

// claim says who does a job. The zero value says that nobody does.
type claim struct {
	Name string
	// Key is the machine's public nkey: another one may get its name.
	Key string
	// Told is an [Outcome], sealed. Empty until the machine has one.
	Told []byte
	// IsCancelled says that nobody will.
	IsCancelled bool
}

// isOf reports whether a machine does the job.
func (c claim) isOf(m member.Member) bool { return c.Key == m.Key }

// after is the claim after another word.
func (c claim) after(w tenure.Word) claim {
	isFree := c.Key == "" && !c.IsCancelled
	switch {
	case w.Kind == begins && isFree && w.By.Has(member.Node):
		return claim{Name: w.By.Name, Key: w.By.Key}
	case w.Kind == tells && w.By.Key == c.Key:
		c.Told = w.Text
	case w.Kind == cancels && isFree && w.By.Has(member.Operator), w.Kind == drops && w.By.Has(member.Operator):
		return claim{IsCancelled: true}
	}
	return c
}

func (a Access) book() tenure.Book { return tenure.Book{JS: a.JS, Self: a.Self, Trust: a.Trust} }

// claimant is who has claimed a job, and the sequence of the last word about it. Ok is false where nobody has claimed
// it yet.
func (a Access) claimant(ctx context.Context, job string) (by claim, last uint64, ok bool, err error) {
	words, last, err := a.book().Read(ctx, job)
	for _, w := range words {
		by = by.after(w)
	}
	return by, last, by.Key != "" || by.IsCancelled, err
}

// claimer is what [queue.Claimer] asks for. Word is what it says of a job that nobody has claimed.
type claimer struct {
	Access
	word string
}

// Claim implements queue.Claimer. A machine claims no job whose key it has not got: it could only keep it from others.
// A claim whose answer was lost is found by [Access.claimant].
func (c claimer) Claim(ctx context.Context, job string) (first bool, err error) {
	if c.word == begins {
		if _, err := c.Keys.Get(ctx, job, epoch); err != nil {
			return false, err
		}
	}
	for {
		_, last, isClaimed, err := c.claimant(ctx, job)
		if err != nil || isClaimed && c.word != drops {
			return false, err
		}
		err = c.book().Say(ctx, job, tenure.Word{Kind: c.word}, last)
		if !errors.Is(err, tenure.ErrClaimed) {
			return err == nil, err
		}
	}
}

// Cancel takes a job out of the queue. One that a machine has begun is taken out only while nobody works at it, as when
// that machine is gone for good. Then its name is returned: the run may go on there. Errors are those of
// [queue.Cancel].
func (a Access) Cancel(ctx context.Context, job string) (begunBy string, err error) {
	err = queue.Cancel(ctx, a.JS, a.Self.User, job, claimer{a, cancels})
	if !errors.Is(err, queue.ErrBegun) {
		return "", err
	}
	by, _, ok, failed := a.claimant(ctx, job)
	if failed != nil || !ok {
		return "", errors.Join(err, failed)
	}
	holder, failed := lease.Holder(ctx, a.JS, layout.RunLease(a.Self.User, job))
	if failed != nil || holder != "" {
		return "", errors.Join(fmt.Errorf("%s has it: %w", by.Name, err), failed)
	}
	return by.Name, queue.Cancel(ctx, a.JS, a.Self.User, job, claimer{a, drops})
}

// Waiting lists the jobs of this machine's user that wait, the oldest first, and says why each does. Errors are the
// hub's.
func (a Access) Waiting(ctx context.Context, now time.Time) ([]queue.Wait, error) {
	all, err := queue.Waiting(ctx, a.JS, a.Self.User, now)
	if err != nil {
		return nil, err
	}
	for i, w := range all {
		if by, _, ok, err := a.claimant(ctx, w.Job.ID); err != nil {
			return nil, err
		} else if ok && by.Name != "" {
			all[i].Why = by.Name + " has begun it, and goes on when it is back; stead stop drops it"
		}
	}
	return all, nil
}
