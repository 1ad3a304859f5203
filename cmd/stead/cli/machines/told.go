package machines

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/reach/summaries"
)

// kind is a kind of things that machines list and publish: sessions, or runs.
type kind[T any] interface {
	// noun is the name of the kind in notes.
	noun() string
	// known returns what a machine last published, and the earliest time at which it can have done so.
	known(ctx context.Context, s *summaries.Store, machine string) (all []T, at time.Time, err error)
	// asOf returns the list for a machine that is away, made from what it last published.
	asOf(machine string, all []T, seen time.Time) []T
	// marked returns a machine's answer with the machine's name.
	marked(machine string, all []T) []T
}

// everywhere asks the user's other machines, as [Gather] does, for a list, and adds the machines' names. For a machine
// that does not answer, it uses what the machine last published. Notes name those machines, and what is unknown.
func everywhere[T any](ctx context.Context, p *setup.Process, c *cobra.Command, k kind[T]) (all [][]T, notes []string) {
	m, err := membership(p)
	switch {
	case isAlone(p, c) || errors.Is(err, member.ErrNone):
		return nil, nil
	case err != nil:
		return nil, []string{only(err)}
	}
	known, err := openKnown(ctx, p, m)
	if err != nil {
		notes = append(notes, err.Error())
	}
	defer known.Close()
	list := list[T]{known, k}
	within, cancel := remote.Soon(ctx)
	defer cancel()
	h, err := remote.Connect(within, m)
	if err != nil {
		all, said := list.withoutHub(ctx, err)
		return all, append(notes, said...)
	}
	defer h.Close()
	var working sync.WaitGroup
	working.Go(func() { known.CatchUp(within, h) })
	answers := remote.AskAll[[]T](within, h, Line(p))
	working.Wait()
	all, said := list.complete(ctx, answers)
	return all, append(notes, said...)
}

// list is a list of one kind.
type list[T any] struct {
	*remote.Known
	kind[T]
}

// left returns what a machine last published, and when it was last present. The result is empty if nothing is known of
// it.
func (l list[T]) left(ctx context.Context, machine string, seen time.Time) (all []T, at time.Time, err error) {
	if l.Store == nil {
		return nil, seen, nil
	}
	all, at, err = l.known(ctx, l.Store, machine)
	if seen.IsZero() { // then it was present at least when it published this
		seen = at
	}
	return all, seen, err
}

// absent returns the list for a machine that does not answer, and a note about it. IsKnown is false if nothing is
// known.
func (l list[T]) absent(ctx context.Context, machine string, seen time.Time) (all []T, note string, isKnown bool) {
	all, seen, err := l.left(ctx, machine, seen)
	if err != nil {
		return nil, err.Error(), true
	}
	if len(all) == 0 {
		return nil, "", false
	}
	note = fmt.Sprintf("%s was last seen %s; its %s are as of then", machine, ago(l.Now().Sub(seen)), l.noun())
	return l.asOf(machine, all, seen), note, true
}

// complete combines the answers of machines with what is known of those that have not answered.
func (l list[T]) complete(ctx context.Context, answers []remote.Answer[[]T]) (all [][]T, notes []string) {
	l.Saw(ctx, present(answers))
	seen := l.Seen(ctx)
	isAnyAbsent := false
	for _, a := range answers {
		switch {
		case a.Err == nil:
			all = append(all, l.marked(a.Machine, a.Value))
		case errors.As(a.Err, new(remote.AbsentError)):
			left, note, isKnown := l.absent(ctx, a.Machine, seen[a.Machine])
			if !isKnown {
				note = a.Err.Error()
			}
			all, notes, isAnyAbsent = append(all, left), append(notes, note), true
		default:
			notes = append(notes, a.Err.Error())
		}
	}
	if isAnyAbsent && l.Failed != nil {
		notes = append(notes, fmt.Sprintf("what a machine that is away has told since the last list may be missing: %v",
			l.Failed))
	}
	return all, notes
}

// present returns the machines that have answered.
func present[T any](answers []remote.Answer[T]) (machines []string) {
	for _, a := range answers {
		if a.Err == nil {
			machines = append(machines, a.Machine)
		}
	}
	return machines
}

// withoutHub returns what is known of all machines while the hub is away.
func (l list[T]) withoutHub(ctx context.Context, why error) (all [][]T, notes []string) {
	seen := l.Seen(ctx)
	for _, machine := range slices.Sorted(maps.Keys(seen)) {
		if left, note, isKnown := l.absent(ctx, machine, seen[machine]); isKnown {
			all, notes = append(all, left), append(notes, note)
		}
	}
	if len(notes) == 0 {
		return nil, []string{only(why)}
	}
	return all, append([]string{why.Error()}, notes...)
}
