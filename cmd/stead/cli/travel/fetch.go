package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/inject/redaction"
	"stead/internal/sys/atomicfile"
	"stead/orchestrator/exchange"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/remote"
	"stead/reach/worker"
	"stead/runs"
	"stead/writers"
)

// fetched is what has come home.
type fetched struct {
	// Run is the run's id here, Session the session of its CLI, Branch what was done. Branch is empty where nothing was.
	Run     string `json:"run"`
	Session string `json:"session"`
	Branch  string `json:"branch,omitempty"`
	Commit  string `json:"commit,omitempty"`
}

func fetchCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "fetch MACHINE/RUN | JOB", Short: "Bring home what a run on another machine has done", Args: oneRun,
		Long: "fetch brings home a run that `stead run --on` has begun on another machine: its record, so that the work can be carried back into the CLI that it\n" +
			"came from, byte for byte; the session of its CLI; and what it has done in the folder, as a branch. Your files, your index and your own branches\n" +
			"stay as they are.",
		Example: "  stead fetch desk/ab12\n" +
			"  stead run --from run:ab12 --to claude     carry the work back\n" +
			"  stead fetch job-1f0c9a2b7d3e              a run that waited for a machine\n" +
			"  git merge stead/run-ab12                  take the branch",
		RunE: func(c *cobra.Command, args []string) error {
			got, err := fetch(c.Context(), p, args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return p.Term.Out.JSON(got)
			}
			return tell(p, got)
		},
	}
	flags.JSON(c, &asJSON, "print a JSON object")
	return c
}

func oneRun(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		if _, _, ok := remote.Split(args[0]); ok || worker.IsID(args[0]) {
			return nil
		}
	}
	return errors.New("name one run with its machine, as desk/ab12; stead ps lists them")
}

func tell(p *setup.Process, f fetched) error {
	p.Term.Err.Message("run %s is here, with %s", f.Run, f.Session)
	if f.Branch == "" {
		p.Term.Err.Message("it has changed no files")
		return nil
	}
	_, err := fmt.Fprintln(p.Term.Out, f.Branch)
	return err
}

// fetch brings a run home.
func fetch(ctx context.Context, p *setup.Process, reference string) (f fetched, err error) {
	s, err := p.Load(nil)
	if err != nil {
		return f, err
	}
	h, err := machines.Connect(ctx, p)
	if err != nil {
		return f, err
	}
	defer h.Close()
	if worker.IsID(reference) {
		if reference, err = runOf(ctx, s, h, reference); err != nil {
			return f, err
		}
	}
	machine, run, _ := remote.Split(reference)
	t, err := look(ctx, h, machine, record, run)
	if err != nil {
		return f, err
	}
	left, err := journey.OpenDepartures(s.Config.Folders.Data).Find(machine, t.Arrival)
	if errors.Is(err, journey.ErrUnknown) {
		return f, &failure.Error{Code: failure.NotFound, Text: fmt.Sprintf(
			"run %s on %s did not begin with what left this machine", t.Run.ID, machine),
			Tip: "stead run --from " + reference + " continues its session here"}
	}
	if err != nil {
		return f, err
	}
	in := homecoming{s: s, hub: h, machine: machine, traveller: t, left: left, dir: left.Snapshot.Dir,
		say: func(text string) { p.Term.Err.Note("%s", text) }}
	return in.bring(ctx)
}

// runOf is the reference of the run that a job has become.
func runOf(ctx context.Context, s *setup.Setup, h *remote.Hub, job string) (reference string, err error) {
	access, err := h.Queue(s.Config.Folders.Data)
	if err != nil {
		return "", err
	}
	o, err := access.Outcome(ctx, job)
	switch {
	case err != nil:
		return "", err
	case o.Failed != "":
		return "", fmt.Errorf("%s: %s", o.Machine, o.Failed)
	case o.Machine == "":
		return "", &failure.Error{Code: failure.NotFound, Text: "no machine has taken " + job,
			Tip: "stead ps says why it waits"}
	case o.Run == "":
		return "", &failure.Error{Code: failure.NotFound, Text: o.Machine + " has taken " + job +
			", and has not begun its run", Tip: "try again in a moment"}
	}
	return remote.Join(o.Machine, o.Run), nil
}

// homecoming brings a run home to what has left.
type homecoming struct {
	s         *setup.Setup
	hub       *remote.Hub
	machine   string
	traveller traveller
	left      journey.Departure
	// dir is the folder here in which the run's session goes on.
	dir string
	// say tells the user something.
	say func(text string)
}

func (in homecoming) bring(ctx context.Context) (f fetched, err error) {
	r := in.traveller.Run
	if err := in.claim(); err != nil {
		return f, err
	}
	got, err := in.unpack(ctx)
	if err != nil {
		return f, err
	}
	defer got.Close() //nolint:errcheck // it is of no use any more
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

// tell keeps, here and there, that the work is at home: the other machine may remove its copy now.
func (in homecoming) tell(ctx context.Context, tips []travel.Tip) error {
	line := []string{verb, home, in.traveller.Run.ID}
	for _, t := range tips {
		line = append(line, t.Commit)
	}
	if err := remote.Call(ctx, in.hub, in.machine, line, nil, io.Discard); err != nil {
		return fmt.Errorf("all is here, but %s does not know it: %w", in.machine, err)
	}
	for _, pass := range in.traveller.Arrival.Passes(in.left, in.machine) {
		line := []string{verb, passed, pass.At.Arrival, pass.To.Machine, pass.To.Arrival}
		if pass.To.Job != "" {
			line = append(line, pass.To.Job)
		}
		if err := remote.Call(ctx, in.hub, pass.At.Machine, line, nil, io.Discard); err != nil {
			in.say(fmt.Sprintf("all is here, but %s, where the work was before, does not know it: %v", pass.At.Machine, err))
		}
	}
	in.left.Fetched = true
	return journey.OpenDepartures(in.s.Config.Folders.Data).Save(in.left)
}

// unpack asks for the result.
func (in homecoming) unpack(ctx context.Context) (got *parcel.Parcel, err error) {
	haves, err := json.Marshal(travel.HavesAt(in.left.Snapshot))
	if err != nil {
		return nil, err
	}
	_, err = receive(ctx, in.hub, in.machine, []string{verb, result, in.traveller.Run.ID}, bytes.NewReader(haves),
		func(r io.Reader) error {
			got, err = parcel.Unpack(ctx, r, journey.OpenArrivals(in.s.Config.Folders.Data).Folder, 0)
			return err
		})
	return got, err
}

// mostFetches is how often a run can be fetched: each time there is another branch.
const mostFetches = 1000

// branch makes a branch of what was done. There is none where nothing was.
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

// session brings the session of the run's CLI into that CLI's store here, under its own id. One that is here already
// stays as it is.
func (in homecoming) session(ctx context.Context, got *parcel.Parcel) (writers.Receipt, error) {
	r := in.traveller.Run
	a := adapters.Named(r.To.CLI)
	if a.Writer == nil || a.Driver == nil {
		return writers.Receipt{}, nil
	}
	stream, err := got.Open(ctx)
	if err != nil {
		return writers.Receipt{}, err
	}
	receipt, err := exchange.Import{
		Reader: a.Reader, Writer: a.Writer, Driver: a.Driver, Host: in.s.Host, Find: in.s.Find, Dir: in.dir, ID: r.To.ID,
		NewID:  uuid.NewString,
		Vendor: adapters.VendorOf, Redaction: redaction.Off, Secrets: in.s.Secrets(),
	}.Deliver(ctx, stream)
	if errors.Is(err, adapter.ErrExists) {
		err = nil
	}
	return receipt, err
}

// keep keeps the run's journal and its record, as a run of this machine.
func (in homecoming) keep(ctx context.Context, receipt writers.Receipt) error {
	r := in.traveller.Run
	if err := os.MkdirAll(in.s.Runs.Dir(r.ID), 0o700); err != nil {
		return err
	}
	err := atomicfile.Write(in.s.Runs.Journal(r.ID), true, func(w io.Writer) error {
		return remote.Call(ctx, in.hub, in.machine, []string{verb, journal, r.ID}, nil, &bounded{w, mostJournal})
	})
	if err != nil {
		return err
	}
	if in.left.From.CLI != "" {
		r.From = in.left.From
	}
	r.To.Path, r.Dir = receipt.Path, in.dir
	if r.Status == runs.Running {
		r.Status, r.Reason = runs.Interrupted, "it goes on on "+in.machine
	}
	return in.s.Runs.Save(r)
}
