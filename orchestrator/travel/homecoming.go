package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/remote"
	"stead/runs"
	"stead/writers"
)

// homecoming brings a run home to where its work left.
type homecoming struct {
	Home
	hub       *remote.Hub
	machine   string
	traveller Traveller
	left      journey.Departure
	// dir is the folder here in which the run's session continues.
	dir string
	// say tells the user what could not be done.
	say func(text string)
}

func (in homecoming) bring(ctx context.Context) (f Fetched, err error) {
	r := in.traveller.Run
	if err := in.claim(); err != nil {
		return f, err
	}
	got, err := in.unpack(ctx)
	if err != nil {
		return f, err
	}
	defer got.Close() //nolint:errcheck // it is no longer needed
	f.Run = r.ID
	if f.Branch, f.Commit, err = in.branch(ctx, got); err != nil {
		return f, err
	}
	receipt, err := in.session(ctx, got)
	if err != nil {
		return f, err
	}
	f.Session = runs.Session{CLI: r.To.CLI, ID: r.To.ID}.Reference()
	if err := in.keep(ctx, receipt); err != nil {
		return f, err
	}
	return f, in.tell(ctx, got.Manifest.Tips)
}

// tell records, here and there, that the work is at home. The other machines may then remove their copies.
func (in homecoming) tell(ctx context.Context, tips []travel.Tip) error {
	line := []string{Verb, PartHome, in.traveller.Run.ID}
	for _, t := range tips {
		line = append(line, t.Commit)
	}
	if err := remote.Call(ctx, in.hub, in.machine, line, nil, io.Discard); err != nil {
		return fmt.Errorf("all is here, but %s does not know it: %w", in.machine, err)
	}
	for _, pass := range in.traveller.Arrival.Passes(in.left, in.machine) {
		line := []string{Verb, PartPassed, pass.At.Arrival, pass.To.Machine, pass.To.Arrival}
		if pass.To.Job != "" {
			line = append(line, pass.To.Job)
		}
		if err := remote.Call(ctx, in.hub, pass.At.Machine, line, nil, io.Discard); err != nil {
			in.say(fmt.Sprintf("all is here, but %s, where the work was before, does not know it: %v", pass.At.Machine, err))
		}
	}
	in.left.Fetched = true
	return in.departures().Save(in.left)
}

// unpack asks for the result of the run. The caller closes it.
func (in homecoming) unpack(ctx context.Context) (got *parcel.Parcel, err error) {
	haves, err := json.Marshal(travel.HavesAt(in.left.Snapshot))
	if err != nil {
		return nil, err
	}
	_, err = receive(ctx, in.hub, in.machine, []string{Verb, PartResult, in.traveller.Run.ID}, bytes.NewReader(haves),
		func(r io.Reader) error {
			got, err = parcel.Unpack(ctx, r, in.arrivals().Folder, 0)
			return err
		})
	return got, err
}

// mostFetches is how often a run can be fetched. Each time makes another branch.
const mostFetches = 1000

// branch makes a branch of what was done. It makes none if nothing was done.
func (in homecoming) branch(ctx context.Context, got *parcel.Parcel) (branch, commit string, err error) {
	tips := got.Manifest.Tips
	if len(tips) == 0 || len(tips) == 1 && tips[0].Commit == in.left.Snapshot.Commit {
		return "", "", nil
	}
	id := in.traveller.Run.ID
	name := "stead/run-" + id[max(0, len(id)-4):]
	for n := 1; n <= mostFetches; n++ {
		branch = name
		if n > 1 {
			branch = fmt.Sprintf("%s-%d", name, n)
		}
		commit, err = got.Bring(ctx, in.left.Snapshot, branch, travel.Bounds{})
		if !errors.Is(err, worktree.ErrExists) {
			break
		}
	}
	return branch, commit, err
}

// session brings the session of the run's CLI into that CLI's store here, under its own id. A session that is already
// here stays unchanged.
func (in homecoming) session(ctx context.Context, got *parcel.Parcel) (writers.Receipt, error) {
	receipt, err := in.Import(ctx, in.traveller.Run.To, in.dir, got.Open)
	if errors.Is(err, adapter.ErrExists) {
		err = nil
	}
	return receipt, err
}

// into brings what was done into a tree, and the session into the store of its CLI here. It returns what has come.
func (in homecoming) into(ctx context.Context, t worktree.Tree) (
	receipt writers.Receipt, tips []travel.Tip, err error) {
	got, err := in.unpack(ctx)
	if err != nil {
		return receipt, nil, err
	}
	defer got.Close() //nolint:errcheck // it is no longer needed
	if err := got.BringInto(ctx, t, travel.Bounds{}); err != nil {
		return receipt, nil, err
	}
	receipt, err = in.session(ctx, got)
	return receipt, got.Manifest.Tips, err
}
