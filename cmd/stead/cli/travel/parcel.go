package travel

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/internal/sys/regular"
	"stead/orchestrator/source"
	"stead/reach/journey"
	"stead/reach/member"
	"stead/reach/parcel"
	"stead/runs"
	"stead/timeline"
)

// The parts of the verb parcel.
const (
	verb    = "parcel"
	survey  = "survey"
	take    = "take"
	give    = "give"
	record  = "record"
	journal = "journal"
	result  = "result"
	work    = "work"
	home    = "home"
	begun   = "begun"
	passed  = "passed"
)

// Commands returns the verbs move and fetch, and the hidden verb that another machine asks for.
func Commands(p *setup.Process) []*cobra.Command {
	c := &cobra.Command{Use: verb, Short: "Give and take what travels between machines", Hidden: true}
	part := func(name string, args cobra.PositionalArgs, run func(context.Context, *setup.Setup, []string) error) {
		c.AddCommand(&cobra.Command{Use: name, Args: args, RunE: func(c *cobra.Command, args []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			return run(c.Context(), s, args)
		}})
	}
	g := giver{p}
	part(survey, flags.NoArgs, g.survey)
	part(take, flags.NoArgs, g.take)
	c.AddCommand(givesSession(p, give, g.session), givesSession(p, work, g.work))
	part(record, flags.Exactly(1), g.record)
	part(journal, flags.Exactly(1), g.journal)
	part(result, flags.Exactly(1), g.result)
	part(home, flags.AtLeast(1), g.home)
	part(begun, flags.Exactly(1), g.begun)
	part(passed, flags.Between(3, 4), g.passed)
	return []*cobra.Command{moveCommand(p), fetchCommand(p), c}
}

// givesSession is a part that gives a session away, by the setting for secrets that the other machine's command line
// gives, or that of this one.
func givesSession(p *setup.Process, name string, run func(context.Context, *setup.Setup, string,
	*leaving) error) *cobra.Command {
	left := &leaving{}
	c := &cobra.Command{Use: name, Args: flags.Exactly(1), RunE: func(c *cobra.Command, args []string) error {
		s, err := p.Load(flags.RedactGiven(c))
		if err != nil {
			return err
		}
		if err := run(c.Context(), s, args[0], left); err != nil {
			return err
		}
		left.tell(p.Term)
		return nil
	}}
	c.Flags().StringVar(&left.to, "to", "", "the `CLI` in which it goes on")
	flags.Redact(c)
	return c
}

// giver answers another machine, over standard input and output.
type giver struct{ p *setup.Process }

// survey says what this machine has of a folder.
func (g giver) survey(ctx context.Context, s *setup.Setup, _ []string) error {
	var o travel.Origin
	if err := json.NewDecoder(io.LimitReader(g.p.Term.In, 1<<20)).Decode(&o); err != nil {
		return err
	}
	folders, err := Folders(ctx, s)
	if err != nil {
		return err
	}
	found, err := journey.Look(ctx, folders, o)
	if err != nil {
		return err
	}
	return g.p.Term.Out.JSON(found)
}

// Folders are those of this machine's sessions.
func Folders(ctx context.Context, s *setup.Setup) (all []string, err error) {
	found, err := s.Lister().List(ctx, listing.Query{})
	for _, r := range found.Rows {
		if f := r.Folder(); f != "" {
			all = append(all, f)
		}
	}
	return all, err
}

// take takes a parcel in.
func (g giver) take(ctx context.Context, s *setup.Setup, _ []string) error {
	folders, err := Folders(ctx, s)
	if err != nil {
		return err
	}
	all := journey.OpenArrivals(s.Config.Folders.Data)
	a, err := all.Take(ctx, g.p.Getenv(machines.Errand), g.p.Term.In, folders)
	if err != nil {
		return err
	}
	a.Sent = true
	if err := all.Save(a); err != nil {
		return err
	}
	return g.p.Term.Out.JSON(a)
}

// session gives a session without its work.
func (g giver) session(ctx context.Context, s *setup.Setup, reference string, left *leaving) error {
	from, err := g.find(ctx, s, reference, left)
	if err != nil {
		return err
	}
	o, err := travel.Look(ctx, from.Dir)
	if errors.Is(err, worktree.ErrGone) {
		err = nil
	}
	if err != nil {
		return err
	}
	return g.pack(ctx, parcel.Load{Session: &from.Stream, Reference: from.Session.Reference(), Origin: o})
}

// find finds a session that is stored here, and masks its secrets: another machine gets no file that it names.
func (g giver) find(ctx context.Context, s *setup.Setup, reference string,
	left *leaving) (from source.Source, err error) {
	if _, err = s.Catalog.ResolveStored(ctx, reference); err != nil {
		return from, err
	}
	if from, err = s.Orchestrator().Sources().Find(ctx, source.Query{From: reference}); err != nil {
		return from, err
	}
	from.Stream, err = left.stream(ctx, g.p.Term, s, from.Stream)
	return from, err
}

// work gives a session with the work in its folder, but for the commits that the other machine has.
func (g giver) work(ctx context.Context, s *setup.Setup, reference string, left *leaving) error {
	var haves travel.Haves
	if err := json.NewDecoder(io.LimitReader(g.p.Term.In, 1<<20)).Decode(&haves); err != nil {
		return err
	}
	from, err := g.find(ctx, s, reference, left)
	if err != nil {
		return err
	}
	load, err := loadOf(ctx, s, from.Dir, haves)
	if err != nil {
		return err
	}
	load.Session, load.Reference = &from.Stream, from.Session.Reference()
	return g.pack(ctx, load)
}

// loadOf takes a snapshot of a folder, and says what of it is to travel.
func loadOf(ctx context.Context, s *setup.Setup, dir string, haves travel.Haves) (l parcel.Load, err error) {
	snapshot, err := worktree.Take(ctx, dir, worktree.Options{State: s.Config.Folders.State})
	if err != nil {
		return l, err
	}
	l.Snapshot = &snapshot
	if a, err := journey.OpenArrivals(s.Config.Folders.Data).In(dir); err == nil {
		m, err := member.Load(s.Config.Folders.Data)
		if err != nil {
			return l, err
		}
		l.Project, l.Way = a.Project, a.Onward(m.Name)
	}
	if l.Origin, err = travel.OriginOf(ctx, snapshot); err != nil {
		return l, err
	}
	l.Tips, err = travel.TipsOf(ctx, snapshot, haves)
	return l, err
}

func (g giver) pack(ctx context.Context, l parcel.Load) error {
	_, err := parcel.Pack(ctx, g.p.Term.Out, l)
	return err
}

// traveller is a run of a session that has come from another machine.
type traveller struct {
	Run     runs.Run        `json:"run"`
	Arrival journey.Arrival `json:"arrival"`
	// Alive says that somebody works at the run.
	Alive bool `json:"alive"`
}

func (g giver) record(_ context.Context, s *setup.Setup, args []string) error {
	t, err := find(s, args[0])
	if err != nil {
		return err
	}
	return g.p.Term.Out.JSON(t)
}

func find(s *setup.Setup, name string) (t traveller, err error) {
	if t.Run, err = s.Runs.Find(name); err != nil {
		return t, err
	}
	t.Run, t.Alive = standing(s.Runs, t.Run)
	t.Arrival, err = journey.OpenArrivals(s.Config.Folders.Data).Behind(t.Run)
	if errors.Is(err, journey.ErrUnknown) {
		err = &failure.Error{Code: failure.NotFound, Text: "run " + t.Run.ID +
			" did not begin with what came from another machine: there is nothing to fetch"}
	}
	return t, err
}

// standing returns a run as it stands, and whether somebody works at it. A record is read again whose supervisor has
// ended since it was read: it had written how the run ended before.
func standing(all runs.Folder, r runs.Run) (runs.Run, bool) {
	if r.Status != runs.Running || r.Busy() {
		return r, r.Busy()
	}
	if again, err := all.Load(r.ID); err == nil {
		r = again
	}
	return r, r.Busy()
}

// begun says with which run something goes on here that has come, by its id: the newest. There may be none yet.
func (g giver) begun(_ context.Context, s *setup.Setup, args []string) (err error) {
	var t traveller
	arrivals := journey.OpenArrivals(s.Config.Folders.Data)
	if t.Arrival, err = arrivals.Find(args[0]); err != nil {
		return err
	}
	all, err := s.Runs.All()
	if err != nil {
		return err
	}
	for _, r := range all { // the newest first
		if a, err := arrivals.Behind(r); err == nil && a.ID == t.Arrival.ID {
			t.Run, t.Alive = standing(s.Runs, r)
			break
		}
	}
	return g.p.Term.Out.JSON(t)
}

// journal gives what a run has captured.
func (g giver) journal(_ context.Context, s *setup.Setup, args []string) error {
	r, err := s.Runs.Find(args[0])
	if err != nil {
		return err
	}
	file, err := regular.Open(s.Runs.Journal(r.ID))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(g.p.Term.Out, file)
	return err
}

// result gives the session of a run's CLI, and what was done in its folder, but for the commits that there are where
// the work began.
func (g giver) result(ctx context.Context, s *setup.Setup, args []string) error {
	t, err := find(s, args[0])
	if err != nil {
		return err
	}
	var l parcel.Load
	var native timeline.Stream
	if native, err = s.Orchestrator().Sources().Open(ctx, t.Run.To); err != nil {
		return err
	}
	l.Session = &native
	if t.Arrival.Landed != nil {
		var haves travel.Haves
		if err := json.NewDecoder(io.LimitReader(g.p.Term.In, 1<<20)).Decode(&haves); err != nil {
			return err
		}
		if l.Tips, err = travel.ResultOf(ctx, t.Arrival.Landed.Tree, "What "+t.Run.To.CLI+" did\n\nrun "+t.Run.ID,
			haves); err != nil {
			return err
		}
	}
	return g.pack(ctx, l)
}

// home learns that commits of a run's work are where it left.
func (g giver) home(_ context.Context, s *setup.Setup, args []string) error {
	t, err := find(s, args[0])
	if err != nil {
		return err
	}
	return journey.OpenArrivals(s.Config.Folders.Data).Fetch(t.Arrival, args[1:])
}

// passed learns that what has gone on from here is where the work began: the arrival here, then the next machine, and
// what it is there.
func (g giver) passed(_ context.Context, s *setup.Setup, args []string) error {
	arrivals := journey.OpenArrivals(s.Config.Folders.Data)
	a, err := arrivals.Find(args[0])
	if err != nil {
		return err
	}
	to := parcel.Stop{Machine: args[1], Arrival: args[2]}
	if len(args) > 3 {
		to.Job = args[3]
	}
	return journey.OpenDepartures(s.Config.Folders.Data).Passed(arrivals, a, to)
}
