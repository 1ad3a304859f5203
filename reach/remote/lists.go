package remote

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"stead/reach/member"
	"stead/reach/summaries"
)

// Kind is a kind of things that machines list and publish: [Sessions], or [Runs].
type Kind[T any] interface {
	// known returns what a machine last published, and the earliest time at which it can have done so.
	known(ctx context.Context, s *summaries.Store, machine string) (all []T, at time.Time, err error)
	// asOf returns the list for a machine that is away, made from what it last published.
	asOf(machine string, all []T, seen time.Time) []T
	// marked returns a machine's answer with the machine's name.
	marked(machine string, all []T) []T
}

// Listed is the list of one machine.
type Listed[T any] struct {
	Machine string
	Items   []T
	// IsAway says that the machine has not answered. The items are then what it last published, and Seen is when it was
	// last present.
	IsAway bool
	Seen   time.Time
	// Err is why there are no items.
	Err error
}

// Lists are the lists of all other machines of the user.
type Lists[T any] struct {
	Machines []Listed[T]
	// NoHub is why the hub was not reached. The machines are then those of which anything is known.
	NoHub error
	// NotKnown is why it is unknown what machines that are away have published.
	NotKnown error
	// Missing is why their newest items may be missing. Nil if all machines have answered.
	Missing error
}

// ListAll asks all other machines at the same time to carry out a command line that prints a list as JSON. For machines
// that do not answer, it returns what they last published.
func ListAll[T any](ctx context.Context, m member.Member, o KnownOptions, line []string, kind Kind[T]) (l Lists[T]) {
	known, err := OpenKnown(ctx, o)
	if err != nil {
		l.NotKnown = err
	}
	defer known.Close()
	within, cancel := Soon(ctx)
	defer cancel()
	h, err := Connect(within, m)
	if err != nil {
		l.NoHub, l.Machines = err, lastOfAll(ctx, known, kind)
		return l
	}
	defer h.Close()
	var working sync.WaitGroup
	working.Go(func() { known.CatchUp(within, h) })
	answers := AskAll[[]T](within, h, line)
	working.Wait()
	l.complete(ctx, known, kind, answers)
	return l
}

// complete combines the answers of machines with what is known of those that have not answered.
func (l *Lists[T]) complete(ctx context.Context, known *Known, kind Kind[T], answers []Answer[[]T]) {
	known.Saw(ctx, present(answers))
	seen := known.Seen(ctx)
	for _, a := range answers {
		one := Listed[T]{Machine: a.Machine, Err: a.Err}
		switch {
		case a.Err == nil:
			one.Items = kind.marked(a.Machine, a.Value)
		case errors.As(a.Err, new(AbsentError)):
			l.Missing = known.Failed
			if last, isKnown := lastOf(ctx, known, kind, a.Machine, seen[a.Machine]); isKnown {
				one = last
			}
		}
		l.Machines = append(l.Machines, one)
	}
}

// present returns the machines that have answered.
func present[T any](answers []Answer[T]) (machines []string) {
	for _, a := range answers {
		if a.Err == nil {
			machines = append(machines, a.Machine)
		}
	}
	return machines
}

// lastOfAll returns what is known of all machines while the hub is away.
func lastOfAll[T any](ctx context.Context, known *Known, kind Kind[T]) (all []Listed[T]) {
	seen := known.Seen(ctx)
	for _, machine := range slices.Sorted(maps.Keys(seen)) {
		if last, isKnown := lastOf(ctx, known, kind, machine, seen[machine]); isKnown {
			all = append(all, last)
		}
	}
	return all
}

// lastOf returns the list for a machine that does not answer. IsKnown is false if nothing is known of it.
func lastOf[T any](ctx context.Context, known *Known, kind Kind[T], machine string,
	seen time.Time) (last Listed[T], isKnown bool) {
	all, seen, err := Published(ctx, known, kind, machine, seen)
	last = Listed[T]{Machine: machine, IsAway: true, Seen: seen, Err: err}
	if err != nil || len(all) == 0 {
		return last, err != nil
	}
	last.Items = kind.asOf(machine, all, seen)
	return last, true
}

// Published returns what a machine last published, and when it was last present: seen, if that is not zero. The result
// is empty if nothing is known of the machine. Errors are those of the local data about other machines.
func Published[T any](ctx context.Context, known *Known, kind Kind[T], machine string,
	seen time.Time) (all []T, at time.Time, err error) {
	if known.Store == nil {
		return nil, seen, nil
	}
	all, at, err = kind.known(ctx, known.Store, machine)
	if !seen.IsZero() {
		at = seen
	} // otherwise it was present at least when it published this
	return all, at, err
}
