package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/lease"
)

// Wait is a job that waits.
type Wait struct {
	Job Job
	// Since is when it was put into the queue, by the hub's clock.
	Since time.Time
	// Why is for people.
	Why string
}

// Waiting lists a user's jobs that wait, the oldest first, and says why each does. Nobody has checked who put them
// there: a machine does before it begins one. Now decides how times are told.
func Waiting(ctx context.Context, js jetstream.JetStream, user string, now time.Time) ([]Wait, error) {
	machines, err := lease.Machines(ctx, js)
	if err != nil {
		return nil, err
	}
	begun, err := lease.Holders(ctx, js, layout.RunLeases(user))
	if err != nil {
		return nil, err
	}
	slots, err := lease.Holders(ctx, js, layout.SlotLeases(user))
	if err != nil {
		return nil, err
	}
	s := situation{machines, count(slots), now}
	var waiting []Wait
	err = each(ctx, js, user, func(m *jetstream.RawStreamMsg, job Job) {
		if begun[layout.RunLease(user, job.ID)] == "" {
			waiting = append(waiting, Wait{job, m.Time, s.why(job)})
		}
	})
	return waiting, err
}

// each reads all jobs of a user in the queue, one by one: a work queue lets nobody look at them by a consumer of their
// own. What is no job is passed over.
func each(ctx context.Context, js jetstream.JetStream, user string, told func(*jetstream.RawStreamMsg, Job)) error {
	stream, err := layout.Stream(ctx, js, layout.Queue)
	if err != nil {
		return fmt.Errorf("open the queue: %w", err)
	}
	for next := uint64(1); ; {
		m, err := stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(layout.Jobs(user)))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the queue: %w", err)
		}
		if job, err := parse(m.Subject, m.Data); err == nil {
			told(m, job)
		}
		next = m.Sequence + 1
	}
}

// situation is what decides whether a job can begin.
type situation struct {
	machines []lease.Presence
	used     map[string]int // how many slots, by the token of what they are of
	now      time.Time
}

func count(held map[string]string) map[string]int {
	number := map[string]int{}
	for key := range held {
		parts := strings.Split(key, ".")
		number[parts[2]]++
	}
	return number
}

func (s situation) why(job Job) string {
	fits, why := Place(s.machines, job, s.now)
	if why != "" {
		return why
	}
	var limited string
	for _, m := range s.machines {
		for _, name := range fits {
			if m.Name != name {
				continue
			}
			if limited = s.limit(m, job); limited == "" {
				return "its turn comes on " + list(fits, "or")
			}
		}
	}
	return limited
}

// limit says which limit of a machine keeps it from the job. It is empty where none does.
func (s situation) limit(m lease.Presence, job Job) string {
	used := s.used[layout.Token(slot(accounts, job.Account))]
	if limit, ok := m.Accounts[job.Account]; ok && used >= limit {
		return fmt.Sprintf("the account %s is in use: %d of %d", job.Account, used, limit)
	}
	used = s.used[layout.Token(slot(projects, job.Project))]
	if limit, ok := m.Projects[job.Project]; ok && used >= limit {
		return fmt.Sprintf("as many jobs of %s run as may: %d of %d", job.Project, used, limit)
	}
	return ""
}

var (
	// ErrNone says that no job of that id waits.
	ErrNone = errors.New("no job of that id waits")
	// ErrBegun says that a job cannot be cancelled any more.
	ErrBegun = errors.New("the job has begun; stop its run instead")
)

// Cancel takes a user's job out of the queue before it begins: it claims the run, so that nobody can begin it, and then
// removes the job. A machine that has just been given the job is told to resume the run, and must see by the claim that
// it was cancelled. Errors: ErrNone; ErrBegun; the claim's; the hub's.
func Cancel(ctx context.Context, js jetstream.JetStream, user, id string, claim Claimer) error {
	var sequences []uint64
	err := each(ctx, js, user, func(m *jetstream.RawStreamMsg, job Job) {
		if job.ID == id {
			sequences = append(sequences, m.Sequence)
		}
	})
	if err != nil {
		return err
	}
	if len(sequences) == 0 {
		return ErrNone
	}
	if first, err := claim.Claim(ctx, id); err != nil {
		return fmt.Errorf("claim the run, to cancel it: %w", err)
	} else if !first {
		return ErrBegun
	}
	return remove(ctx, js, sequences)
}

func remove(ctx context.Context, js jetstream.JetStream, sequences []uint64) error {
	stream, err := layout.Stream(ctx, js, layout.Queue)
	if err != nil {
		return err
	}
	for _, sequence := range sequences {
		if err := stream.DeleteMsg(ctx, sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return fmt.Errorf("remove the cancelled job: %w", err)
		}
	}
	return nil
}
