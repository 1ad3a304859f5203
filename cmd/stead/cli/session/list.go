package session

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"stead/catalog"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/timeline"
)

type listOptions struct {
	cli, project string
	here, asJSON bool
	limit        int
}

// listed is a session as list --json prints it.
type listed struct {
	Reference string `json:"reference"`
	timeline.Summary
}

func listCommand(p *setup.Process) *cobra.Command {
	var o listOptions
	c := &cobra.Command{
		Use: "list", Aliases: []string{"ls"}, Short: "List the sessions of all CLIs, the newest first", Args: cobra.NoArgs,
		Example: "  stead list --here              the sessions of this folder\n" +
			"  stead list --cli codex         only those of Codex\n" +
			"  stead list --json | jq -r '.[] | select(.project == \"/code/app\") | .reference'",
		RunE: func(c *cobra.Command, _ []string) error { return list(c.Context(), p, o) },
	}
	set := c.Flags()
	set.StringVar(&o.cli, "cli", "", "only the sessions of this `CLI`")
	set.StringVar(&o.project, "project", "", "only the sessions of this `FOLDER`")
	set.BoolVar(&o.here, "here", false, "only the sessions of the current folder")
	set.IntVarP(&o.limit, "limit", "n", 0, "only the `N` newest")
	flags.JSON(c, &o.asJSON, "print a JSON array")
	c.MarkFlagsMutuallyExclusive("project", "here")
	_ = c.RegisterFlagCompletionFunc("cli", flags.CompleteReaders)
	return c
}

func list(ctx context.Context, p *setup.Process, o listOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	query, err := o.query(p)
	if err != nil {
		return err
	}
	l, err := s.Catalog.List(ctx, query)
	if err != nil {
		return err
	}
	p.Term.Warn(l.Warnings)
	if o.asJSON {
		return p.Term.JSON(asListed(l))
	}
	if len(l.Sessions) == 0 {
		p.Term.Note("there are no such sessions (%s)", l.Where())
		return nil
	}
	return printSessions(p, l, s.Host.Now())
}

func (o listOptions) query(p *setup.Process) (catalog.Query, error) {
	if o.limit < 0 {
		return catalog.Query{}, failure.Usage(errors.New("--limit must not be negative"))
	}
	q := catalog.Query{CLI: o.cli, Project: o.project, Limit: o.limit}
	switch {
	case o.here:
		q.Project = p.Folder()
	case q.Project != "":
		q.Project = p.Path(q.Project)
	}
	return q, nil
}

func asListed(l catalog.Listing) []listed {
	all := make([]listed, 0, len(l.Sessions))
	for _, s := range l.Sessions {
		all = append(all, listed{l.Reference(s), s})
	}
	return all
}

func printSessions(p *setup.Process, l catalog.Listing, now time.Time) error {
	columns := []term.Column{{Title: "SESSION"}, {Title: "AGE"}, {Title: "PROJECT", Most: 24, End: true}, {Title: "TITLE"}}
	rows := make([][]string, 0, len(l.Sessions))
	for _, s := range l.Sessions {
		rows = append(rows, []string{l.Reference(s), term.Age(now.Sub(s.Updated)), p.Tilde(s.Project), s.Title})
	}
	return p.Term.Table(columns, rows)
}
