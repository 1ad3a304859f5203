package cli

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"stead/catalog"
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

func (a *app) listCommand() *cobra.Command {
	var o listOptions
	c := &cobra.Command{
		Use: "list", Aliases: []string{"ls"}, Short: "List the sessions of all CLIs, the newest first", Args: cobra.NoArgs,
		Example: "  stead list --here              the sessions of this folder\n" +
			"  stead list --cli codex         only those of Codex\n" +
			"  stead list --json | jq -r '.[] | select(.project == \"/code/app\") | .reference'",
		RunE: func(c *cobra.Command, _ []string) error { return a.list(c, o) },
	}
	flags := c.Flags()
	flags.StringVar(&o.cli, "cli", "", "only the sessions of this `CLI`")
	flags.StringVar(&o.project, "project", "", "only the sessions of this `FOLDER`")
	flags.BoolVar(&o.here, "here", false, "only the sessions of the current folder")
	flags.IntVarP(&o.limit, "limit", "n", 0, "only the `N` newest")
	jsonFlag(c, &o.asJSON, "print a JSON array")
	c.MarkFlagsMutuallyExclusive("project", "here")
	_ = c.RegisterFlagCompletionFunc("cli", a.completeReaders)
	return c
}

func (a *app) list(c *cobra.Command, o listOptions) error {
	s, err := a.setup(nil)
	if err != nil {
		return err
	}
	query, err := o.query(a)
	if err != nil {
		return err
	}
	l, err := s.catalog.List(c.Context(), query)
	if err != nil {
		return err
	}
	a.warn(l.Warnings)
	if o.asJSON {
		return a.printJSON(asListed(l))
	}
	if len(l.Sessions) == 0 {
		a.note("there are no such sessions (%s)", l.Where())
		return nil
	}
	return a.printSessions(l, s.host.Now())
}

func (o listOptions) query(a *app) (catalog.Query, error) {
	if o.limit < 0 {
		return catalog.Query{}, usageError{errors.New("--limit must not be negative")}
	}
	q := catalog.Query{CLI: o.cli, Project: o.project, Limit: o.limit}
	switch {
	case o.here:
		q.Project = a.dir()
	case q.Project != "":
		q.Project = a.path(q.Project)
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

func (a *app) printSessions(l catalog.Listing, now time.Time) error {
	columns := []column{{title: "SESSION"}, {title: "AGE"}, {title: "PROJECT", most: 24, end: true}, {title: "TITLE"}}
	rows := make([][]string, 0, len(l.Sessions))
	for _, s := range l.Sessions {
		rows = append(rows, []string{l.Reference(s), age(now.Sub(s.Updated)), a.tilde(s.Project), s.Title})
	}
	return writeTable(a.Stdout, a.width(), columns, rows)
}
