package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/reach/journey"
	"stead/reach/remote"
	"stead/reach/replica"
)

// Pull brings the session here that a run continues, if it is on another machine: in the folder that this machine has of the same repository, or in a worktree of
// what it has there. It returns the arguments behind the verb run as they are for the session that has come. Errors: those of git and of the hub, and the
// other machine's words.
func Pull(ctx context.Context, p *setup.Process, o *flags.Run, given []string) ([]string, error) {
	machine, reference, ok := machines.Split(o.Request.From)
	if !ok {
		return given, nil
	}
	s, err := p.Load(nil)
	if err != nil {
		return nil, err
	}
	h, err := machines.Connect(ctx, p)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	in := puller{p, s, h, machine, reference}
	a, err := in.bring(ctx, o.Request.Dir != "")
	if away := (*remote.AwayError)(nil); errors.As(err, &away) {
		a, err = in.bringFromHub(ctx, err)
	}
	if err != nil {
		return nil, err
	}
	o.Request.From = "universal:" + a.File
	given = append(machines.Without(given, "from"), "--from="+o.Request.From)
	if o.Request.Dir == "" && a.Dir != "" {
		o.Request.Dir = a.Dir
		given = append(given, "--cwd="+a.Dir)
	}
	return given, nil
}

// puller brings a session of another machine here.
type puller struct {
	p                  *setup.Process
	s                  *setup.Setup
	hub                *remote.Hub
	machine, reference string
}

// bring brings the session, and its work where this machine lacks it and no folder was named.
func (in puller) bring(ctx context.Context, hasFolder bool) (a journey.Arrival, err error) {
	folders, err := Folders(ctx, in.s)
	if err != nil {
		return a, err
	}
	folders = append(folders, in.p.Folder())
	if a, err = in.take(ctx, []string{verb, give, in.reference}, nil, folders); err != nil || a.Dir != "" || hasFolder {
		return a, err
	}
	here, err := journey.Look(ctx, folders, a.Origin)
	if err != nil {
		return a, err
	}
	haves, err := json.Marshal(here.Haves)
	if err != nil {
		return a, err
	}
	whole, err := in.take(ctx, []string{verb, work, in.reference}, bytes.NewReader(haves), folders)
	if told := (*failure.Error)(nil); errors.As(err, &told) && ctx.Err() == nil {
		in.p.Term.Note("the work in its folder does not come: %s; --cwd says in which folder here it goes on", told.Text)
		return a, nil
	}
	if err == nil {
		err = journey.OpenArrivals(in.s.Config.Folders.Data).Remove(ctx, a)
	}
	return whole, err
}

// bringFromHub brings what a run has recorded, as far as the hub has it. The machine on which it was does not answer.
func (in puller) bringFromHub(ctx context.Context, away error) (a journey.Arrival, err error) {
	run, isRun := strings.CutPrefix(in.reference, "run:")
	if !isRun {
		return a, away
	}
	a, err = journey.OpenArrivals(in.s.Config.Folders.Data).Keep(func(file *os.File) error {
		return in.hub.Journal(ctx, in.s.Config.Folders.Data, run, file)
	})
	if errors.Is(err, replica.ErrNone) {
		return a, away
	}
	if err == nil {
		in.p.Term.Note("%s is away: this is run %s as far as it came to the hub, without its files; --cwd says in which folder it goes on", in.machine, run)
	}
	return a, err
}

// take takes in what the other machine gives.
func (in puller) take(ctx context.Context, line []string, question io.Reader, folders []string) (a journey.Arrival, err error) {
	err = receive(ctx, in.hub, in.machine, line, question, func(r io.Reader) error {
		a, err = journey.OpenArrivals(in.s.Config.Folders.Data).Take(ctx, in.machine, r, folders)
		return err
	})
	return a, err
}

// receive asks a machine for a parcel and has it taken in while it comes.
func receive(ctx context.Context, h *remote.Hub, machine string, line []string, question io.Reader, take func(io.Reader) error) error {
	read, write := io.Pipe()
	asked := make(chan error, 1)
	go func() {
		err := machines.Call(ctx, h, machine, line, question, write)
		_ = write.CloseWithError(err)
		asked <- err
	}()
	err := take(read)
	_ = read.Close()
	if failed := <-asked; failed != nil && !errors.Is(failed, io.ErrClosedPipe) { // its own words say more than that the parcel is cut
		return failed
	}
	return err
}
