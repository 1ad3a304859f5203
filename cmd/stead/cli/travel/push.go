package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/forks/worktree/travel"
	"stead/orchestrator/source"
	"stead/orchestrator/workdir"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/remote"
	"stead/runs"
	"stead/writers"
)

// Push takes a session, and the work in its folder with what is not committed, to another machine, and has the run
// there. Secrets are masked before it leaves. Settings are those that the command line gives, by key; given are the
// arguments behind the verb run. What names no machine says what one must have: then the run waits until one takes it.
// Errors: those of the session, of git and of the hub, that the user was asked and sends nothing, and the other
// machine's words.
func Push(ctx context.Context, p *setup.Process, o flags.Run, settings config.Flags, given []string) error {
	if o.Request.Resume != "" || o.DryRun {
		return failure.Usage(errors.New("--on begins a run on another machine: omit --resume and --dry-run"))
	}
	_, err := push(ctx, p, o, settings, given)
	return err
}

// push is Push that returns what the run is called, where it is in the background on a machine that was named.
func push(ctx context.Context, p *setup.Process, o flags.Run, settings config.Flags,
	given []string) (run string, err error) {
	s, err := p.Load(settings)
	if err != nil {
		return "", err
	}
	h, err := machines.Connect(ctx, p)
	if err != nil {
		return "", err
	}
	defer h.Close()
	given = remote.Without(given, "from", "cwd", "on")
	if _, isNamed := h.Named(o.On); !isNamed {
		return "", queued{p, s, h, o}.put(ctx, given)
	}
	gone, a, sent, err := send(ctx, p, s, h, o)
	if err != nil {
		return "", err
	}
	given = sent.arguments(given)
	line := []string{"run", "--cwd=" + a.Dir}
	if a.File != "" {
		line = append(line, "--from=universal:"+a.File)
	}
	line = append(line, given...) // it may end with the CLI's own arguments
	if !o.Detach {
		err := machines.Ask(ctx, p, h, o.On, line)
		// otherwise no run was begun
		if ended := (*failure.Exit)(nil); err == nil || errors.As(err, &ended) && ended.Code == failure.CLIFailed {
			p.Term.Err.Note("the work is on %s: `stead ps` lists its runs, `stead fetch %[1]s/RUN` brings one home", o.On)
		}
		return "", err
	}
	var out answer
	if err := remote.Call(ctx, h, o.On, line, nil, &out); err != nil {
		return "", err
	}
	id, err := runID(o.On, out.String())
	if err != nil {
		return "", err
	}
	begun := runs.Run{ID: id, From: gone.From, To: runs.Session{CLI: o.Request.To}, Status: runs.Running, Dir: a.Dir,
		Started: gone.Left}
	if err := remote.Sent(ctx, h, machines.Known(s, h.Self().Key), gone.Machine, begun); err != nil {
		p.Term.Err.Note("stead ps may not list the run while %s is away: %v", gone.Machine, err)
	}
	run = remote.Join(o.On, id)
	_, err = fmt.Fprintln(p.Term.Out, run)
	return run, err
}

// send sends what is to go on, and keeps where it has gone.
func send(ctx context.Context, p *setup.Process, s *setup.Setup, h *remote.Hub,
	o flags.Run) (gone journey.Departure, a journey.Arrival, left leaving, err error) {
	from, load, left, err := pick(ctx, p, s, o)
	if err != nil {
		return gone, a, left, err
	}
	gone, a, err = depart(ctx, h, o.On, from.Session, load, func(text string) { p.Term.Err.Note("%s", text) })
	if err != nil {
		return gone, a, left, err
	}
	left.tell(p.Term)
	for _, line := range writers.LeftOutLines(from.Outside.LeftOut()) {
		p.Term.Err.Note("left out %s", line)
	}
	return gone, a, left, journey.OpenDepartures(s.Config.Folders.Data).Add(ctx, gone)
}

// depart sends a load to a machine, without the commits that are there.
func depart(ctx context.Context, h *remote.Hub, machine string, from runs.Session, load parcel.Load,
	note func(string)) (gone journey.Departure, a journey.Arrival, err error) {
	there, err := ask[journey.Survey](ctx, h, machine, []string{verb, survey}, load.Origin)
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

// pick finds the session that is to go on, which is zero for a new one, masks its secrets, and takes a snapshot of the
// work with all of its history.
func pick(ctx context.Context, p *setup.Process, s *setup.Setup,
	o flags.Run) (from source.Source, load parcel.Load, left leaving, err error) {
	left = leaving{to: o.Request.To, asks: !o.Detach && !o.AsJSON && p.Term.CanAsk()}
	if o.Request.From != "" {
		if from, err = s.Orchestrator().Sources().Find(ctx, source.Query{From: o.Request.From, To: o.Request.To,
			Trusted: o.Request.Trusted}); err != nil {
			return from, load, left, err
		}
		if from.Stream, err = left.stream(ctx, p.Term, s, from.Stream); err != nil {
			return from, load, left, err
		}
	}
	dir, err := folderOf(p, o, from)
	if err != nil {
		return from, load, left, err
	}
	load, err = loadOf(ctx, s, dir, nil)
	if o.Request.From != "" {
		load.Session, load.Reference = &from.Stream, from.Session.Reference()
	}
	return from, load, left, err
}

// folderOf is the folder whose work travels. Errors are those of [workdir.Finder.Find].
func folderOf(p *setup.Process, o flags.Run, from source.Source) (string, error) {
	named := o.Request.Dir
	switch {
	case named != "":
		named = p.Path(named)
	case o.Request.From == "":
		named = p.Folder()
	}
	return workdir.Finder{Home: p.Home(), Current: p.Folder()}.Find(named, from)
}

// hand packs a parcel into the other machine's hands.
func hand(ctx context.Context, h *remote.Hub, machine string, l parcel.Load,
	note func(string)) (a journey.Arrival, err error) {
	read, write := io.Pipe()
	packed := make(chan parcel.Packed, 1)
	go func() {
		sum, err := parcel.Pack(ctx, write, l)
		packed <- sum
		_ = write.CloseWithError(err)
	}()
	err = call(ctx, h, machine, []string{verb, take}, read, &a)
	_ = read.Close()
	sum := <-packed
	if err != nil {
		return a, err
	}
	note(fmt.Sprintf("%d kB have gone to %s", (sum.Bytes+1023)>>10, machine))
	return a, expectArrival(machine, a)
}

// ask has a machine answer a question, both in JSON.
func ask[T any](ctx context.Context, h *remote.Hub, machine string, line []string, question any) (answer T, err error) {
	text, err := json.Marshal(question)
	if err != nil {
		return answer, err
	}
	return answer, call(ctx, h, machine, line, bytes.NewReader(text), &answer)
}
