package agents

import (
	"strings"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/catalog/stats"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/dirs"
	"stead/reach/remote"
	"stead/ui/model"
)

type statsOptions struct {
	by                         []string
	cli, project, since, model string
	here, asJSON               bool
}

func statsCommand(p *setup.Process) *cobra.Command {
	var o statsOptions
	c := &cobra.Command{
		Use: "stats", Short: "Show tokens, costs, turns and tool calls", Args: flags.NoArgs,
		Long: "stats sums up the sessions of all CLIs, on all of your machines that answer: tokens, costs, turns, tool calls and failed ones.\n" +
			"What stead delivered into a session counts where it came from. Days are in UTC. A cost is the CLI's own figure, or else the\n" +
			"model's list price; ≥ says that some models have none, ? that all have none.",
		Example: "  stead stats                            by CLI\n" +
			"  stead stats --by day --since 14d       the last two weeks\n" +
			"  stead stats --by project,model --json  several, for programs\n" +
			"  stead stats --by tool --cli codex      which tools Codex used",
		RunE: func(c *cobra.Command, _ []string) error { return showStats(c, p, o) },
	}
	set := c.Flags()
	set.StringSliceVar(&o.by, "by", []string{string(stats.ByCLI)},
		"tell rows apart by `WHAT`: cli, model, project, day, tool, or several with commas")
	set.StringVar(&o.cli, "cli", "", "only the sessions of this `CLI`")
	set.StringVar(&o.project, "project", "",
		"only the sessions of this `PROJECT`: a folder with all below it, or the name of one")
	set.BoolVar(&o.here, "here", false, "only the sessions of the current folder and those below")
	set.StringVar(&o.since, "since", "", "only what happened since `WHEN`: 14d, today, 2026-11-01")
	set.StringVar(&o.model, "model", "", "only models with `TEXT` in their name")
	flags.JSON(c, &o.asJSON, "print a JSON object")
	flags.Exclude(c, "project", "here")
	_ = c.RegisterFlagCompletionFunc("cli", flags.CompleteReaders)
	_ = c.RegisterFlagCompletionFunc("by", cobra.FixedCompletions([]string{"cli", "model", "project", "day", "tool"},
		cobra.ShellCompDirectiveNoFileComp))
	machines.ByFlag(c)
	machines.Looks(c, "by", "cli", "json", "model", "project", "since")
	return c
}

func showStats(c *cobra.Command, p *setup.Process, o statsOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	q, err := o.query(p, s)
	if err != nil {
		return failure.Usage(err)
	}
	ctx := c.Context()
	theirs := o.others(c, p)
	progress := p.Term.Err.NewProgress("reading sessions")
	found, warnings, err := model.Sum(ctx, model.Sums{Catalog: s.Catalog, Index: s.Index.Open, Origin: s.Origin()}, q,
		progress.Set)
	progress.Close()
	if err != nil {
		return err
	}
	p.Term.Err.Warn(warnings)
	if all := theirs(); len(all) > 0 {
		found = stats.Merge(q, append(all, found)...)
	}
	if o.asJSON {
		return p.Term.Out.JSON(found)
	}
	if len(found.Rows) == 0 {
		p.Term.Err.Note("there is nothing to sum up: no session fits")
		return nil
	}
	return printStats(p, found)
}

// others asks the user's other machines in the background. Wait waits for their statistics, and reports which machines
// they come from. A folder of this machine means nothing to the others, so they are not asked about one.
func (o statsOptions) others(c *cobra.Command, p *setup.Process) (wait func() []stats.Result) {
	if o.here || dirs.IsPath(o.project) {
		return func() []stats.Result { return nil }
	}
	var answers []remote.Answer[stats.Result]
	var notes []string
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		answers, notes = machines.Gather[stats.Result](c.Context(), p, c, machines.Line(p))
	}()
	return func() (all []stats.Result) {
		<-asked
		for _, n := range notes {
			p.Term.Err.Note("%s", n)
		}
		var names []string
		for _, a := range answers {
			if len(a.Value.Rows) > 0 {
				all, names = append(all, a.Value), append(names, a.Machine)
			}
		}
		if len(names) > 0 {
			p.Term.Err.Note("with the sessions on %s", strings.Join(names, ", "))
		}
		return all
	}
}

// query converts the flags to a query.
func (o statsOptions) query(p *setup.Process, s *setup.Setup) (q stats.Query, err error) {
	q = stats.Query{CLI: o.cli, Project: o.project, Model: o.model}
	for _, d := range o.by {
		q.By = append(q.By, stats.Dimension(strings.ToLower(strings.TrimSpace(d))))
	}
	if o.since != "" {
		if q.Since, err = listing.ParseSince(o.since, s.Host.Now()); err != nil {
			return q, err
		}
	}
	switch {
	case o.here:
		q.Project = p.Folder()
	case dirs.IsPath(o.project):
		q.Project = p.Path(o.project)
	}
	return q, q.Check()
}
