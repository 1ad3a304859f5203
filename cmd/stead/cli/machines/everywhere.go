package machines

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/reach/member"
	"stead/reach/remote"
)

// Sessions asks the user's other machines, as [Gather] does, for the rows of a list, grouped by machine. For a machine
// that does not answer, it returns the rows that it last published and that match the query. Notes name those machines,
// and what is unknown.
func Sessions(ctx context.Context, p *setup.Process, c *cobra.Command,
	q listing.Query) (rows [][]listing.Row, notes []string) {
	return everywhere(ctx, p, c, "sessions", remote.Sessions{Query: q})
}

// Runs asks the user's other machines, as [Gather] does, for their runs, grouped by machine: the active ones, or all.
// For a machine that does not answer, it returns the runs that it last published. Notes name those machines, and what
// is unknown.
func Runs(ctx context.Context, p *setup.Process, c *cobra.Command,
	withEnded bool) (all [][]remote.Run, notes []string) {
	return everywhere(ctx, p, c, "runs", remote.Runs{WithEnded: withEnded})
}

// everywhere asks the user's other machines for a list. The noun is what the notes call its items.
func everywhere[T any](ctx context.Context, p *setup.Process, c *cobra.Command, noun string,
	kind remote.Kind[T]) (all [][]T, notes []string) {
	m, err := membership(p)
	if isAlone(p, c) || errors.Is(err, member.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, []string{only(err)}
	}
	s, err := p.Load(nil)
	if err != nil {
		return nil, []string{only(err)}
	}
	lists := remote.ListAll(ctx, m, Known(s, m.Key), Line(p), kind)
	for _, one := range lists.Machines {
		all = append(all, one.Items)
	}
	return all, notesOn(lists, noun, s.Host.Now())
}

// Known returns where this machine keeps what it knows of the sessions and runs of other machines. Self is this
// machine's key.
func Known(s *setup.Setup, self string) remote.KnownOptions {
	return remote.KnownOptions{Data: s.Config.Folders.Data, State: s.Config.Folders.State, Self: self, Now: s.Host.Now}
}

// notesOn says which lists are not as of now, and what is unknown.
func notesOn[T any](l remote.Lists[T], noun string, now time.Time) (notes []string) {
	if l.NotKnown != nil {
		notes = append(notes, l.NotKnown.Error())
	}
	switch {
	case l.NoHub != nil && len(l.Machines) == 0:
		return append(notes, only(l.NoHub))
	case l.NoHub != nil:
		notes = append(notes, l.NoHub.Error())
	}
	for _, one := range l.Machines {
		switch {
		case one.Err != nil:
			notes = append(notes, one.Err.Error())
		case one.IsAway:
			notes = append(notes, fmt.Sprintf("%s was last seen %s; its %s are as of then", one.Machine,
				ago(now.Sub(one.Seen)), noun))
		}
	}
	if l.Missing != nil {
		notes = append(notes, fmt.Sprintf("what a machine that is away has told since the last list may be missing: %v",
			l.Missing))
	}
	return notes
}

// ago says how long ago something was.
func ago(d time.Duration) string {
	if d < time.Minute {
		return "just now"
	}
	return term.Age(d) + " ago"
}
