package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"stead/forks/worktree/travel"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/remote"
	"stead/runs"
)

// call asks a machine to print a value as JSON.
func call(ctx context.Context, h *remote.Hub, machine string, line []string, in io.Reader, into any) error {
	var out answer
	if err := remote.Call(ctx, h, machine, line, in, &out); err != nil {
		return err
	}
	return json.Unmarshal(out.Bytes(), into)
}

// ask asks a machine a question. Question and answer are JSON.
func ask[T any](ctx context.Context, h *remote.Hub, machine string, line []string, question any) (answer T, err error) {
	text, err := json.Marshal(question)
	if err != nil {
		return answer, err
	}
	return answer, call(ctx, h, machine, line, bytes.NewReader(text), &answer)
}

// receive asks a machine for a parcel, which take reads while it comes. It returns the lines that the machine says
// about it.
func receive(ctx context.Context, h *remote.Hub, machine string, line []string, question io.Reader,
	take func(io.Reader) error) (said []string, err error) {
	read, write := io.Pipe()
	asked := make(chan error, 1)
	go func() {
		var err error
		said, err = remote.CallHearing(ctx, h, machine, line, question, write)
		_ = write.CloseWithError(err)
		asked <- err
	}()
	err = take(read)
	_ = read.Close()
	// its own words say more than that the parcel is cut
	if failed := <-asked; failed != nil && !errors.Is(failed, io.ErrClosedPipe) {
		return nil, failed
	}
	return said, err
}

// hand gives a parcel to a machine while it is packed.
func hand(ctx context.Context, h *remote.Hub, machine string, l parcel.Load,
	note func(string)) (a journey.Arrival, err error) {
	read, write := io.Pipe()
	packed := make(chan parcel.Packed, 1)
	go func() {
		sum, err := parcel.Pack(ctx, write, l)
		packed <- sum
		_ = write.CloseWithError(err)
	}()
	err = call(ctx, h, machine, []string{Verb, PartTake}, read, &a)
	_ = read.Close()
	sum := <-packed
	if err != nil {
		return a, err
	}
	note(fmt.Sprintf("%d kB have gone to %s", (sum.Bytes+1023)>>10, machine))
	return a, expectArrival(machine, a)
}

// depart sends a load to a machine, without the commits that are there.
func depart(ctx context.Context, h *remote.Hub, machine string, from runs.Session, load parcel.Load,
	note func(string)) (gone journey.Departure, a journey.Arrival, err error) {
	there, err := ask[journey.Survey](ctx, h, machine, []string{Verb, PartSurvey}, load.Origin)
	if err != nil {
		return gone, a, err
	}
	if load.Tips, err = travel.TipsOf(ctx, *load.Snapshot, there.Haves); err != nil {
		return gone, a, err
	}
	a, err = hand(ctx, h, machine, load, note)
	return journey.Departure{Machine: machine, Arrival: a.ID, From: from, Snapshot: *load.Snapshot,
		Left: time.Now().UTC()}, a, err
}
