package live

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/render/transcript/terminal"
	"stead/internal/term/plain"
	"stead/orchestrator/view"
	"stead/timeline"
)

type logsOptions struct {
	follow, history, full, asJSON bool
}

func logsCommand(p *setup.Process) *cobra.Command {
	var o logsOptions
	c := &cobra.Command{
		Use: "logs [RUN]", Short: "Show the output of a run", Args: flags.AtMost(1),
		Long:    "Show what a run has recorded since it took over the session. RUN defaults to the run that was last active.",
		Example: "  stead logs -f          follow the latest run until it ends\n  stead logs ab12 --all  include the original session",
		RunE: func(c *cobra.Command, args []string) error {
			name := "latest"
			if len(args) > 0 {
				name = args[0]
			}
			return logs(c.Context(), p, name, o)
		},
		ValidArgsFunction: completeRuns(p),
	}
	c.Flags().BoolVarP(&o.follow, "follow", "f", false, "keep printing until the run ends")
	c.Flags().BoolVarP(&o.history, "all", "a", false, "begin with the session that the run continues")
	c.Flags().BoolVar(&o.full, "full", false, "shorten nothing; show thinking and abandoned branches too")
	flags.JSON(c, &o.asJSON, "print every entry, hidden ones included, as a line of JSON")
	machines.ByReference(c)
	machines.Looks(c, "follow", "json")
	return c
}

func logs(ctx context.Context, p *setup.Process, name string, o logsOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	r, err := s.Runs.Find(name)
	if err != nil {
		return err
	}
	out := p.Term.Out
	show := terminal.NewLive(out, terminal.Options{Width: out.Width(), Color: out.Colored(), Full: o.full,
		Zone: time.Local}).Entry
	if o.asJSON {
		show = func(e *timeline.Entry) error { return printEntry(p.Term, e) }
	}
	err = view.New(s.Live, s.Runs).Logs(ctx, r, view.Options{History: o.history, Follow: o.follow}, show)
	if term.HasLeft(ctx) {
		return nil
	}
	if now, failed := s.Runs.Load(r.ID); failed == nil && now.Moved != "" {
		p.Term.Err.Note("the run was moved; it continues: stead logs -f %s", now.Moved)
	}
	return err
}

func printEntry(t *term.Terminal, e *timeline.Entry) error {
	_, err := t.Out.Write(append(plain.JSON(e.AppendJSON(nil)), '\n'))
	return err
}
