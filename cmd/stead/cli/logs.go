package cli

import (
	"time"

	"github.com/spf13/cobra"

	"stead/internal/plain"
	"stead/internal/transcript/terminal"
	"stead/orchestrator/watch"
	"stead/timeline"
)

type logsOptions struct {
	follow, history, full, asJSON bool
}

func (a *app) logsCommand() *cobra.Command {
	var o logsOptions
	c := &cobra.Command{
		Use: "logs [RUN]", Short: "Show what a run has done and is doing", Args: cobra.MaximumNArgs(1),
		Long:    "Show what has come into a run's journal since the session was carried over. Without RUN it is the one that was last active.",
		Example: "  stead logs -f          follow the latest run until it ends\n  stead logs ab12 --all  the session before it, too",
		RunE: func(c *cobra.Command, args []string) error {
			name := "latest"
			if len(args) > 0 {
				name = args[0]
			}
			return a.logs(c, name, o)
		},
		ValidArgsFunction: a.completeRuns,
	}
	c.Flags().BoolVarP(&o.follow, "follow", "f", false, "keep printing until the run ends")
	c.Flags().BoolVarP(&o.history, "all", "a", false, "begin with the session that the run continues")
	c.Flags().BoolVar(&o.full, "full", false, "shorten nothing; show thinking and abandoned branches too")
	jsonFlag(c, &o.asJSON, "print every entry, hidden ones included, as a line of JSON")
	return c
}

func (a *app) logs(c *cobra.Command, name string, o logsOptions) error {
	s, err := a.setup(nil)
	if err != nil {
		return err
	}
	r, err := s.runs.Find(name)
	if err != nil {
		return err
	}
	show := terminal.NewLive(a.Stdout, terminal.Options{Width: a.width(), Color: a.colored(), Full: o.full, Zone: time.Local}).Entry
	if o.asJSON {
		show = a.printEntry
	}
	err = watch.Journal(c.Context(), s.runs, r, o.history, o.follow, show)
	if hasLeft(c.Context()) {
		return nil
	}
	return err
}

func (a *app) printEntry(e *timeline.Entry) error {
	_, err := a.Stdout.Write(append(plain.JSON(e.AppendJSON(nil)), '\n'))
	return err
}
