package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/reach/journey"
	"stead/reach/remote"
	"stead/reach/replica"
	"stead/reach/seal"
	"stead/reach/tenure"
	"stead/runs"
)

// Pull brings the session here that a run continues, if it is on another machine: in the folder that this machine has
// of the same repository, or in a worktree of what it has there. The other machine masks its secrets, by the settings
// that the command line gives, else by its own. It returns the arguments behind the verb run as they are for the
// session that has come. Errors: those of git and of the hub, and the other machine's words.
func Pull(ctx context.Context, p *setup.Process, o *flags.Run, settings config.Flags,
	given []string) ([]string, error) {
	machine, reference, ok := remote.Split(o.Request.From)
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
	in := puller{p, s, h, machine, append([]string{reference, "--to=" + o.Request.To}, redactOf(settings)...), o.DryRun}
	a, err := in.bring(ctx, o.Request.Dir != "")
	failed := (*remote.FailedError)(nil)
	if away := (*remote.AwayError)(nil); errors.As(err, &away) {
		a, err = in.bringFromHub(ctx, err)
	} else if errors.As(err, &failed) && failed.Code == remote.NotFound {
		err = in.orRemoved(ctx, err)
	}
	if err != nil {
		return nil, err
	}
	o.Request.From = "universal:" + a.File
	given = append(remote.Without(given, "from"), "--from="+o.Request.From)
	if o.Request.Dir == "" && a.Dir != "" {
		o.Request.Dir = a.Dir
		given = append(given, "--cwd="+a.Dir)
	}
	return given, nil
}

// puller brings a session of another machine here.
type puller struct {
	p       *setup.Process
	s       *setup.Setup
	hub     *remote.Hub
	machine string
	// asked is the session's reference there, and what flags the other machine is given with it.
	asked []string
	// isTrial says that the session only is looked at: nobody's run is taken over.
	isTrial bool
}

// bring brings the session, and its work where this machine lacks it and no folder was named.
func (in puller) bring(ctx context.Context, hasFolder bool) (a journey.Arrival, err error) {
	folders, err := Folders(ctx, in.s)
	if err != nil {
		return a, err
	}
	folders = append(folders, in.p.Folder())
	a, said, err := in.take(ctx, give, nil, folders)
	if err != nil {
		return a, err
	}
	defer func() { in.p.Term.Err.Messages(said) }()
	if a.Dir != "" || hasFolder {
		return a, nil
	}
	here, err := journey.Look(ctx, folders, a.Origin)
	if err != nil {
		return a, err
	}
	haves, err := json.Marshal(here.Haves)
	if err != nil {
		return a, err
	}
	whole, _, err := in.take(ctx, work, bytes.NewReader(haves), folders)
	if isRefused(err) && ctx.Err() == nil {
		in.p.Term.Err.Note("the work in its folder does not come: %v; --cwd says in which folder here it goes on", err)
		return a, nil
	}
	if err == nil {
		err = journey.OpenArrivals(in.s.Config.Folders.Data).Remove(ctx, a)
	}
	return whole, err
}

// isRefused reports whether the other machine does not give what it was asked for, or could not be asked.
func isRefused(err error) bool {
	return errors.As(err, new(*remote.FailedError)) || errors.As(err, new(*remote.AwayError)) ||
		errors.As(err, new(*remote.UnknownError))
}

// bringFromHub brings what a run has recorded, as far as the hub has it. The machine on which it was does not answer.
func (in puller) bringFromHub(ctx context.Context, away error) (a journey.Arrival, err error) {
	run, isRun := strings.CutPrefix(in.asked[0], "run:")
	if _, part := runs.SplitPart(run); !isRun || part != "" { // the hub has the run's journal, and not its sessions
		return a, away
	}
	machine, ok := in.hub.Named(in.machine)
	if !ok {
		return a, away
	}
	if run, err = remote.RunOf(ctx, in.hub, machines.Known(in.s, in.hub.Self().Key), machine.Name, run); err != nil {
		return a, err
	}
	claimed, err := in.takeOver(ctx, run)
	if err != nil {
		return a, err
	}
	journals, err := in.hub.Journals(in.s.Config.Folders.Data)
	if err != nil {
		return a, err
	}
	a, err = journey.OpenArrivals(in.s.Config.Folders.Data).Keep(func(file *os.File) error {
		return journals.Copy(ctx, machine, run, file)
	})
	if errors.Is(err, replica.ErrNone) {
		return a, away
	}
	if removed := (*seal.RemovedError)(nil); errors.As(err, &removed) {
		return a, gone(removed)
	}
	if err == nil {
		in.p.Term.Err.Note(
			"%s is away: this is run %s as far as it came to the hub, without its files; --cwd says in which folder it goes on", in.machine, run)
		if !claimed && !in.isTrial {
			in.p.Term.Err.Note("it began on %s itself, and may still be at work there", in.machine)
		}
	}
	return a, err
}

// takeOver takes a run over once nobody works at it any more. Claimed is false for one that needs no lease, and for a
// trial.
func (in puller) takeOver(ctx context.Context, run string) (claimed bool, err error) {
	if in.isTrial {
		return false, nil
	}
	err = in.hub.TakeOver(ctx, run, in.s.Config.Reach.Lease, func(machine string, until time.Time) {
		by := ""
		if !until.IsZero() {
			by = " until " + until.Local().Format(time.TimeOnly) + " by the hub's clock"
		}
		in.p.Term.Err.Note("%s may still work at it%s: waiting", machine, by)
	})
	switch {
	case errors.Is(err, tenure.ErrFree):
		return false, nil
	case errors.Is(err, tenure.ErrNoNode):
		return false, &failure.Error{Code: failure.Failed, Text: err.Error(),
			Tip: "stead hub invite --role node,operator prints a line for stead join --again"}
	}
	return err == nil, err
}

// orRemoved says of a run that the other machine does not have that it was removed there, if the hub knows that.
func (in puller) orRemoved(ctx context.Context, unknown error) error {
	run, isRun := strings.CutPrefix(in.asked[0], "run:")
	machine, isKnown := in.hub.Named(in.machine)
	if !isRun || !isKnown {
		return unknown
	}
	journals, err := in.hub.Journals(in.s.Config.Folders.Data)
	if err != nil {
		return unknown
	}
	if removed := (*seal.RemovedError)(nil); errors.As(journals.Check(ctx, machine, run), &removed) {
		return gone(removed)
	}
	return unknown
}

func gone(removed *seal.RemovedError) error {
	return &failure.Error{Code: failure.NotFound, Text: removed.Error(),
		Tip: "the session of its CLI may still be there: stead list"}
}

// take takes in what the other machine gives, and returns what it says of it.
func (in puller) take(ctx context.Context, part string, question io.Reader,
	folders []string) (a journey.Arrival, said []string, err error) {
	said, err = receive(ctx, in.hub, in.machine, append([]string{verb, part}, in.asked...), question,
		func(r io.Reader) error {
			a, err = journey.OpenArrivals(in.s.Config.Folders.Data).Take(ctx, in.machine, r, folders)
			return err
		})
	return a, said, err
}

// receive asks a machine for a parcel and has it taken in while it comes. It returns the lines that the machine says of
// it.
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
