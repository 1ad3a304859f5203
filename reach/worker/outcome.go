package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"stead/reach/seal"
	"stead/reach/tenure"
)

// Outcome is what a machine tells of a job that it has taken.
type Outcome struct {
	// Machine is the one that has taken it. Empty where that was nobody yet, or it was cancelled.
	Machine string `json:"-"`
	// Run is the run that it has begun there. Empty before.
	Run string `json:"run,omitempty"`
	// Failed says why it could not begin, or be resumed. It is what that machine says.
	Failed string `json:"failed,omitempty"`
}

// told tells outcomes from other contents that a job's key seals.
const told = "outcome"

// longest is how much is told of a failure, in bytes.
const longest = 1 << 10

// ErrCancelled says that a job was taken back before a machine began it.
var ErrCancelled = errors.New("the job was taken back before it began")

// Outcome finds out what has become of a job. It is zero where no machine has taken it. Errors: ErrCancelled, those of
// the hub and of the job's key.
func (a Access) Outcome(ctx context.Context, job string) (o Outcome, err error) {
	by, _, ok, err := a.claimant(ctx, job)
	if err != nil || !ok {
		return o, err
	}
	if by.IsCancelled {
		return o, ErrCancelled
	}
	if o.Machine = by.Name; len(by.Told) == 0 {
		return o, nil
	}
	key, err := a.Keys.Get(ctx, job, epoch)
	if err != nil {
		return o, err
	}
	text, err := seal.Open(key, seal.Place{Run: job, Epoch: epoch, Kind: told}, by.Told)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		return o, fmt.Errorf("read what %s tells of %s: %w", by.Name, job, err)
	}
	return o, nil
}

// tell keeps an outcome with the claim of this machine. The hub cannot read it.
func (m Machine) tell(ctx context.Context, job string, o Outcome) error {
	o.Failed = o.Failed[:min(len(o.Failed), longest)]
	key, err := m.Keys.Get(ctx, job, epoch)
	if err != nil {
		return err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	sealed, err := seal.Seal(key, seal.Place{Run: job, Epoch: epoch, Kind: told}, text)
	if err != nil {
		return err
	}
	return m.book().Add(ctx, job, tenure.Word{Kind: tells, Text: sealed})
}
