package travel

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/orchestrator"
	"stead/orchestrator/session"
	"stead/orchestrator/source"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/remote"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// visit is a run on another machine that begins with a tree's snapshot and whose work comes into that tree. The run is in the background there: it outlives a
// connection that breaks, and can then be fetched.
type visit struct {
	s       *setup.Setup
	hub     *remote.Hub
	machine string
	request orchestrator.Request
	tree    worktree.Tree
	seen    orchestrator.Observer
	// from is the session that goes on there. Zero for a new one.
	from source.Source
}

// make has the run begin there and sees it to its end. The end of ctx ends it.
func (v *visit) make(ctx context.Context) (runs.Run, error) {
	gone, a, err := v.leave(ctx)
	if err != nil {
		return runs.Run{}, err
	}
	late, release := outlasting(ctx)
	defer release()
	id, err := v.begin(late, a)
	if err != nil {
		return runs.Run{}, err
	}
	v.seen.Changed(runs.Run{ID: id, To: runs.Session{CLI: v.request.To}, Part: v.request.Part, Status: runs.Running, Dir: v.tree.Dir()})
	failed := v.follow(ctx, id)
	if ctx.Err() != nil {
		failed = machines.Call(late, v.hub, v.machine, []string{"stop", id}, nil, io.Discard)
	}
	var t traveller
	if err := call(late, v.hub, v.machine, []string{verb, record, id}, &t); err != nil {
		return runs.Run{ID: id}, v.lost(id, cmp.Or(failed, err))
	}
	in := homecoming{s: v.s, hub: v.hub, machine: v.machine, traveller: t, left: gone, dir: v.tree.Dir()}
	return v.bring(late, in, failed)
}

// farewell is how long the end of a run that was stopped may take, and to bring home what it has done.
const farewell = 2 * time.Minute

// outlasting is a context that ends some time after another one.
func outlasting(ctx context.Context) (late context.Context, release func()) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-late.Done():
		case <-time.After(farewell):
			cancel()
		}
	})
	return late, func() { stop(); cancel() }
}

// leave sends the snapshot, and the session without its secrets, to the machine, and keeps where they have gone.
func (v *visit) leave(ctx context.Context) (gone journey.Departure, a journey.Arrival, err error) {
	load, left := parcel.Load{Snapshot: &v.tree.Snapshot}, leaving{to: v.request.To}
	if load.Origin, err = travel.OriginOf(ctx, v.tree.Snapshot); err != nil {
		return gone, a, err
	}
	if v.request.From != "" {
		if v.from, err = v.s.Orchestrator().Sources().Find(ctx, v.request.Query()); err != nil {
			return gone, a, err
		}
		if v.from.Stream, err = left.stream(ctx, nil, v.s, v.from.Stream); err != nil {
			return gone, a, err
		}
		load.Session = &v.from.Stream
	}
	if gone, a, err = depart(ctx, v.hub, v.machine, v.from.Session, load, v.seen.Note); err != nil {
		return gone, a, err
	}
	if left.masked != nil {
		v.seen.Note("secrets of the session were masked before it left")
	}
	return gone, a, journey.OpenDepartures(v.s.Config.Folders.Data).Add(ctx, gone)
}

// lineOf is the command line by which another machine does what a request asks for. The prompt is its input. What is configured for the CLI here stays here.
func lineOf(r orchestrator.Request) []string {
	line := []string{"run", "--to=" + r.To, "--prompt=-", "--failover=", "--sync=off", "--thinking=" + string(r.Thinking), "--redact=" + string(r.Redaction)}
	if r.From != "" {
		line = append(line, "--history="+r.History.String())
	}
	if r.Model != "" {
		line = append(line, "--model="+r.Model)
	}
	if r.Allow != "" {
		line = append(line, "--allow="+string(r.Allow))
	}
	b := r.Budget
	return append(line, fmt.Sprintf("--max-turns=%d", b.Turns), fmt.Sprintf("--max-cost=%v", b.Cost), fmt.Sprintf("--timeout=%v", b.Time))
}

// begin begins the run there, and returns its id.
func (v *visit) begin(ctx context.Context, a journey.Arrival) (id string, err error) {
	line := append(lineOf(v.request), "--detach", "--cwd="+a.Dir)
	if a.File != "" {
		line = append(line, "--from=universal:"+a.File)
	}
	var out bytes.Buffer
	err = machines.Call(ctx, v.hub, v.machine, line, strings.NewReader(v.request.Prompt), &out)
	return strings.TrimSpace(out.String()), err
}

// follow tells what the run says until it has ended.
func (v *visit) follow(ctx context.Context, id string) error {
	_, err := receive(ctx, v.hub, v.machine, []string{"logs", "--follow", "--json", id}, nil, func(r io.Reader) error {
		for entries := json.NewDecoder(r); ; {
			var line json.RawMessage
			if err := entries.Decode(&line); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
			if e := (&timeline.Entry{}); e.UnmarshalJSON(line) == nil { // what a newer stead says is in the journal
				v.seen.Entry(e)
			}
		}
	})
	return err
}

// lost is the error of a machine that does not answer any more.
func (v *visit) lost(id string, why error) error {
	return fmt.Errorf("%s went away while it worked: %w; its run may go on there, and `stead fetch %s` brings that home", v.machine, why, machines.Join(v.machine, id))
}

// bring brings the run home, and says how it has ended.
func (v *visit) bring(ctx context.Context, in homecoming, failed error) (runs.Run, error) {
	r := &in.traveller.Run
	for _, l := range r.Delivered.LeftOut {
		v.seen.Note("left out " + l.String())
	}
	r.Kind, r.Part, r.At = v.request.Kind, v.request.Part, v.from.At()
	how := v.ended(*r, failed)
	if err := in.expectID(); err != nil {
		return runs.Run{}, err
	}
	receipt, tips, failed := in.into(ctx, v.tree)
	failed = errors.Join(failed, in.keep(ctx, receipt))
	if failed == nil {
		if err := in.tell(ctx, tips); err != nil {
			v.seen.Note(err.Error())
		}
	}
	v.seen.Changed(*r)
	return *r, errors.Join(how, failed)
}

// into brings what was done into a tree, and the session into the store of its CLI here. It returns what has come.
func (in homecoming) into(ctx context.Context, t worktree.Tree) (receipt writers.Receipt, tips []travel.Tip, err error) {
	got, err := in.unpack(ctx)
	if err != nil {
		return receipt, nil, err
	}
	defer got.Close() //nolint:errcheck // it is of no use any more
	if err := got.BringInto(ctx, t, travel.Bounds{}); err != nil {
		return receipt, nil, err
	}
	receipt, err = in.session(ctx, got)
	return receipt, got.Manifest.Tips, err
}

// ended says how a run has ended there, as [orchestrator.Orchestrator.Run] does of one here. Failed is what kept it from being followed to its end.
func (v *visit) ended(r runs.Run, failed error) error {
	switch {
	case r.Status == runs.Completed:
		return nil
	case r.Status == runs.Running && failed != nil:
		return v.lost(r.ID, failed)
	case r.Status == runs.Running:
		return fmt.Errorf("%w: stead was killed on %s", session.ErrCLIFailed, v.machine)
	case r.ExitCode == failure.OverBudget:
		return outcome{session.ErrBudget, r.Reason}
	case r.Status == runs.Interrupted:
		return outcome{session.ErrInterrupted, r.Reason}
	}
	return outcome{session.ErrCLIFailed, r.Reason}
}

// outcome is why a run has ended that was on another machine, in the words of that.
type outcome struct {
	kind   error
	reason string
}

// Error is what the run's record says.
func (o outcome) Error() string { return cmp.Or(o.reason, o.kind.Error()) }

// Unwrap is of which kind it is.
func (o outcome) Unwrap() error { return o.kind }
