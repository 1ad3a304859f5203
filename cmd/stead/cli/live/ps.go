package live

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
	"stead/reach/remote"
	"stead/runs"
)

func psCommand(p *setup.Process) *cobra.Command {
	var all, asJSON bool
	c := &cobra.Command{
		Use: "ps", Aliases: []string{"runs"}, Short: "List active runs", Args: flags.NoArgs,
		Long: "List the active runs, the newest first, and what each waits for. A run is dead when its stead process was killed\n" +
			"before the run ended; everything captured until then is kept. A queued run waits\n" +
			"for one of your machines (stead run --on any). For a machine that is away, ps shows what the machine last reported: a\n" +
			"run that was active then is away.",
		Example: "  stead ps            the active runs\n" +
			"  stead ps --all      include ended runs\n" +
			"  stead ps --json | jq -r '.[] | select(.shown == \"permission\").run'",
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			return ps(c, p, s, all, asJSON)
		},
	}
	c.Flags().BoolVarP(&all, "all", "a", false, "include ended runs")
	flags.JSON(c, &asJSON, "print a JSON array")
	machines.ByFlag(c)
	machines.Looks(c, "all", "json")
	return c
}

func ps(c *cobra.Command, p *setup.Process, s *setup.Setup, withEnded, asJSON bool) error {
	all, err := s.Runs.All()
	if err != nil {
		return err
	}
	mask := machines.MaskedText(p, s)
	short, shown := runs.Short(all), make([]remote.Run, 0, len(all))
	for _, r := range all {
		if withEnded || r.Status == runs.Running {
			for _, text := range []*string{&r.Prompt, &r.FinalText, &r.About, &r.Reason} {
				*text = mask(*text)
			}
			shown = append(shown, listedRun(s, r))
		}
	}
	for id, name := range short {
		short[id] = machines.Name(p, name)
	}
	var waiting []remote.Run
	var asking sync.WaitGroup
	asking.Go(func() { waiting = queued(c, p) })
	shown = append(shown, elsewhere(c, p, withEnded, short)...)
	asking.Wait()
	for _, w := range waiting {
		short[w.ID] = w.ID
	}
	shown = slices.Insert(shown, 0, waiting...)
	switch {
	case asJSON:
		return p.Term.Out.JSON(shown)
	case len(shown) > 0:
		return printRuns(p.Term, shown, short, s.Host.Now())
	case withEnded || len(all) == 0:
		p.Term.Err.Note("there are no runs")
	default:
		p.Term.Err.Note("no active runs (--all lists the %d that have ended)", len(all))
	}
	return nil
}

// shownQueued is the state of a run that waits for a machine.
const shownQueued = "queued"

// queued returns the runs that wait for a machine, the newest first, each with the reason.
func queued(c *cobra.Command, p *setup.Process) (all []remote.Run) {
	waiting, warning := machines.Waiting(c.Context(), p, c)
	if warning != "" {
		p.Term.Err.Note("%s", warning)
	}
	for _, w := range slices.Backward(waiting) {
		r := runs.Run{ID: w.Job.ID, To: runs.Session{CLI: w.Job.CLI}, Status: shownQueued, Dir: w.Job.Project,
			Started: w.Since.UTC(), Reason: w.Why}
		all = append(all, remote.Run{Run: r, Shown: shownQueued})
	}
	return all
}

// elsewhere returns the runs of the user's other machines, and adds their short names to short.
func elsewhere(c *cobra.Command, p *setup.Process, withEnded bool, short map[string]string) (all []remote.Run) {
	others, notes := machines.Runs(c.Context(), p, c, withEnded)
	for _, n := range notes {
		p.Term.Err.Note("%s", n)
	}
	for _, theirs := range others {
		records := make([]runs.Run, len(theirs))
		for i, r := range theirs {
			records[i] = r.Run
		}
		names := runs.Short(records)
		for _, r := range theirs {
			short[keyOf(r)] = remote.Join(r.Machine, names[r.ID])
		}
		all = append(all, theirs...)
	}
	return all
}

// keyOf returns the key of a run's short name. A fetched run has the same id on both machines.
func keyOf(r remote.Run) string {
	if r.Machine == "" {
		return r.ID
	}
	return remote.Join(r.Machine, r.ID)
}

func listedRun(s *setup.Setup, r runs.Run) remote.Run {
	alive := r.Alive()
	return remote.Run{Run: r, Shown: r.Shown(alive), Alive: alive, Journal: s.Runs.Journal(r.ID), Parts: r.NamedParts()}
}

// printRuns prints a table, with a line below each run that needs a remark.
func printRuns(t *term.Terminal, shown []remote.Run, short map[string]string, now time.Time) error {
	columns, rows := runTable(t.Out.Width(), shown, short, now)
	remarks := make([]string, len(shown))
	for i, r := range shown {
		remarks[i] = remarkOn(r, short[keyOf(r)])
	}
	return term.WriteRemarked(t.Out, t.Out.Width(), columns, rows, remarks)
}

// projectOf names the folder in which a run works. A contestant works in a copy, whose name means nothing, so it gets
// the contest's name.
func projectOf(r runs.Run) string {
	if r.Part == nil || !strings.HasPrefix(r.Part.Of, "ab:") {
		return r.Project()
	}
	return "ab " + r.Part.Of[strings.LastIndexAny(r.Part.Of, ":-")+1:] + " " + r.Part.Name
}

// unleased describes a run that works without its lease, as the beginning of a remark.
func unleased(r runs.Run) string {
	text := "works without its lease since " + r.Unleased.Local().Format("15:04")
	if r.Elsewhere != "" {
		text += "; " + r.Elsewhere + " has taken it over, too"
	}
	if r.About != "" {
		text += "; "
	}
	return text
}

// remarkOn returns the CLI's or stead's remark on a run's state. Name is the run's name on the command line.
func remarkOn(r remote.Run, name string) string {
	remark := r.About
	switch {
	case r.Alive && !r.Unleased.IsZero():
		remark = unleased(r.Run) + remark
	case r.Status == runs.Running && r.Elsewhere != "":
		remark = runs.LeaseReason(r.ID, r.Elsewhere)
	case r.Machine != "": // its processes do not belong to this machine
	case r.Shown == runs.ShownDead && r.Child.Alive():
		remark = fmt.Sprintf("stead was killed, but its %s still runs (end it with: kill %d)", r.To.CLI, r.Child.PID)
	case r.Shown == runs.ShownDead:
		remark = fmt.Sprintf("stead was killed; see it: stead logs %s, resume: stead run --resume %[1]s", name)
	case r.Status != runs.Running:
		remark = r.Reason
	}
	if plain.Line(remark) == r.Shown {
		return ""
	}
	return remark
}
