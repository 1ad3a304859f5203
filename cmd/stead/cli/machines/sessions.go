package machines

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/setup"
	"stead/reach/remote"
	"stead/reach/summaries"
)

// Sessions asks the user's other machines, as [Gather] does, for the rows of a list, and adds the names of the
// machines. For a machine that does not answer, it returns the rows that it last published and that match the query.
// Notes name those machines, and what is unknown.
func Sessions(ctx context.Context, p *setup.Process, c *cobra.Command,
	q listing.Query) (rows [][]listing.Row, notes []string) {
	return everywhere(ctx, p, c, sessions{q})
}

// sessions are the sessions that match a query. They implement kind.
type sessions struct{ listing.Query }

func (sessions) noun() string { return "sessions" }

func (sessions) known(ctx context.Context, s *summaries.Store,
	machine string) (rows []listing.Row, at time.Time, err error) {
	rows, err = s.Rows(ctx, machine)
	if len(rows) > 0 {
		at = rows[0].Updated
	}
	return rows, at, err
}

func (q sessions) asOf(machine string, rows []listing.Row, seen time.Time) []listing.Row {
	for i := range rows {
		rows[i].Seen = seen
	}
	return q.marked(machine, listing.Of(q.Query, rows))
}

func (sessions) marked(machine string, rows []listing.Row) []listing.Row {
	for i := range rows {
		r := &rows[i]
		r.Machine, r.Reference, r.Also = machine, remote.Join(machine, r.Reference), nil // it was asked only for its own
		if r.From != "" && r.Origin.Came == "" {
			r.From = remote.Join(machine, r.From)
		}
	}
	return rows
}
