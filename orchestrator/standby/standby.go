// Package standby keeps copies of sessions ready in other CLIs, and adds new turns to them as the sessions grow. Once
// somebody has continued a copy, stead never writes into it again: the session then gets another copy.
package standby

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/forks"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/orchestrator/history"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// errBusy says that a copy cannot be brought up to date now: the session is in the middle of a turn, or a CLI has the
// copy open.
var errBusy = errors.New("not yet")

// Target is a CLI that gets copies.
type Target struct {
	inject.Adapter
	// Writing returns where and how its sessions are written, for a session of the given folder.
	Writing func(ctx context.Context, dir string) (injection.Target, writers.Options)
}

// Options say which CLIs get copies. All fields but Policies must be set.
type Options struct {
	Sources  source.Finder
	Targets  []Target
	Policies policy.Policies
	// Adapter returns the adapter of any CLI that has a copy, also of one that is no target now.
	Adapter func(cli string) (inject.Adapter, error)
	// Lineage records each copy.
	Lineage forks.Log
	// Occupant returns the process that has a session open, as far as its CLI shows that.
	Occupant func(runs.Session) (pid int, title string, ok bool)
	// File holds the record of the copies.
	File string
}

// Keeper keeps copies up to date. It is for one goroutine.
type Keeper struct {
	options Options
	book    *book
	copies  []Copy
}

// Open returns a keeper of the copies that its file records. The caller must close it. Errors: ErrTaken while another
// keeper has the file.
func Open(o Options) (*Keeper, error) {
	b, err := openBook(o.File)
	if err != nil {
		return nil, err
	}
	copies, err := b.load()
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return &Keeper{o, b, copies}, nil
}

// Close lets another keeper have the file.
func (k *Keeper) Close() error { return k.book.Close() }

func (k *Keeper) save() error { return k.book.save(k.copies) }

// mostSources is the maximum number of sessions that are looked at when a keeper begins.
const mostSources = 20

// Sources returns the references of the latest sessions of which there are copies, the latest first.
func (k *Keeper) Sources() (all []string) {
	for _, c := range slices.Backward(k.copies) {
		if len(all) < mostSources && !c.Continued && !slices.Contains(all, c.Source) {
			all = append(all, c.Source)
		}
	}
	return all
}

// Change is what was done for a session.
type Change struct {
	// Copy is the copy that was made, or to which turns were added.
	Copy Copy
	// Turns counts the turns that it gained.
	Turns int
	// IsNew says that it was made now. Instead is the copy that it replaces, because somebody has continued that one or
	// has gone back in the session; "" if there is none.
	IsNew   bool
	Instead string
}

// Update brings the copies of a session up to date, in each target but the session's own CLI. A reference to a copy in
// which only stead has written changes nothing. Waits says that a copy must wait, because the session is in the middle
// of a turn, or because a CLI has the copy open. Errors: those of the catalog, of the readers and the writers. If one
// target fails, the others get their copies.
func (k *Keeper) Update(ctx context.Context, reference string) (changes []Change, waits bool, err error) {
	if own, err := k.isOwn(ctx, reference); own || err != nil {
		return nil, false, err
	}
	state := k.stateOf(ctx, reference)
	for _, to := range k.options.Targets {
		if strings.HasPrefix(reference, to.Reader.Info().Name+":") {
			continue
		}
		change, failed := k.update(ctx, reference, state, to)
		switch {
		case errors.Is(failed, errBusy):
			waits = true
		case failed != nil:
			err = errors.Join(err, fmt.Errorf("copy %s into %s: %w", reference, to.Reader.Info().Title, failed))
		case change.Turns > 0:
			changes = append(changes, change)
		}
	}
	return changes, waits, err
}

// isOwn reports whether a session is a copy in which only stead has written. It notes that somebody has continued one.
func (k *Keeper) isOwn(ctx context.Context, reference string) (bool, error) {
	for i := range k.copies {
		c := &k.copies[i]
		if c.Session.Reference() != reference || c.Continued {
			continue
		}
		cli, err := k.options.Adapter(c.Session.CLI)
		if err != nil {
			return false, err
		}
		err = c.refresh(ctx, cli)
		if errors.Is(err, errContinued) {
			return false, k.save()
		}
		return err == nil, err
	}
	return false, nil
}

// current returns the copy of a session in a CLI that gets its turns, or nil.
func (k *Keeper) current(reference, cli string) *Copy {
	for i := range k.copies {
		if c := &k.copies[i]; c.Source == reference && c.Session.CLI == cli && !c.Continued {
			return c
		}
	}
	return nil
}

// left returns the reference of the last copy for a task that gets no more turns, or "".
func (k *Keeper) left(t task) string {
	for _, c := range slices.Backward(k.copies) {
		if c.Source == t.reference && c.Session.CLI == t.to.Reader.Info().Name && c.Continued {
			return c.Session.Reference()
		}
	}
	return ""
}

// task is a session that is to have a copy in a CLI.
type task struct {
	// State is that of the session before it was read.
	reference, state string
	from             source.Source
	to               Target
}

// errOutside says that somebody else may have written the session. Nobody has asked for a copy of it.
var errOutside = errors.New("it counts as one from outside, and only stead run continues such a session")

// stateOf returns a value that changes with the session, or "" if the session is not found. It reads no session.
func (k *Keeper) stateOf(ctx context.Context, reference string) string {
	s, ok := k.options.Sources.LookUp(ctx, reference)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d %d", s.Bytes, s.Updated.UnixNano())
}

// update brings the copy of a session in one CLI up to date.
func (k *Keeper) update(ctx context.Context, reference, state string, to Target) (Change, error) {
	c, known := k.current(reference, to.Reader.Info().Name), 0
	if c != nil {
		if state != "" && c.State == state {
			return Change{}, nil
		}
		if _, _, open := k.options.Occupant(c.Session); open {
			return Change{}, errBusy // that CLI would not see what is added
		}
		known = c.Entries
	}
	from, err := k.find(ctx, reference, to)
	if errors.Is(err, adapter.ErrNotFound) && c != nil {
		c.Continued = true // the session was deleted; its copy stays
		return Change{}, k.save()
	}
	if err != nil {
		return Change{}, err
	}
	t := task{reference, state, from, to}
	now, err := measure(ctx, from.Stream, known)
	switch {
	case err != nil:
		return Change{}, err
	case !now.isSettled:
		return Change{}, errBusy
	case c == nil:
		return k.create(ctx, t, now)
	case now.known != c.Seen:
		return k.instead(ctx, c, t)
	case now.entries == c.Entries:
		c.State = state
		return Change{}, k.save()
	}
	change, err := k.extend(ctx, c, t, now)
	if errors.Is(err, errContinued) || errors.Is(err, writers.ErrChanged) || errors.Is(err, writers.ErrRewritten) {
		return k.instead(ctx, c, t)
	}
	return change, err
}

// find returns the session that is to be copied. Errors: those of [source.Finder.Find], and errOutside.
func (k *Keeper) find(ctx context.Context, reference string, to Target) (source.Source, error) {
	from, err := k.options.Sources.Find(ctx, source.Query{From: reference, To: to.Reader.Info().Name})
	if err == nil && from.Outside.Stream.Entries != nil {
		err = errOutside
	}
	return from, err
}

// instead leaves a copy as it is, and makes another one.
func (k *Keeper) instead(ctx context.Context, c *Copy, t task) (Change, error) {
	c.Continued = true
	if err := k.save(); err != nil {
		return Change{}, err
	}
	now, err := measure(ctx, t.from.Stream, 0)
	if err != nil {
		return Change{}, err
	}
	return k.create(ctx, t, now)
}

// create makes a copy of the session.
func (k *Keeper) create(ctx context.Context, t task, now extent) (Change, error) {
	chosen, err := policy.Select(ctx, part(t.from.Stream, 0, now.entries), t.to.Reader.Info(), k.options.Policies)
	if err != nil {
		return Change{}, err
	}
	target, options := t.to.Writing(ctx, t.from.Dir)
	if t.from.Dir != "" {
		options.Dir = adapter.RealPath(t.from.Dir) // CLIs find a session by the real path of its folder
	}
	receipt, err := target.Deliver(ctx, chosen, options)
	if err != nil {
		return Change{}, err
	}
	change := Change{Turns: now.turns, IsNew: true, Instead: k.left(t)}
	k.copies = append(k.copies, Copy{Source: t.reference})
	return k.written(ctx, &k.copies[len(k.copies)-1], receipt, t, now, change)
}

// extend adds the entries that the copy lacks. If stead is killed before it has recorded that, it takes its own entries
// for somebody else's: the session gets another copy, and nothing is lost.
func (k *Keeper) extend(ctx context.Context, c *Copy, t task, now extent) (Change, error) {
	if err := c.refresh(ctx, t.to.Adapter); err != nil {
		return Change{}, err
	}
	policies, err := k.options.Policies.Knowing(ctx, part(t.from.Stream, 0, now.entries), t.to.Reader.Info())
	if err != nil {
		return Change{}, err
	}
	chosen, err := policy.Select(ctx, part(t.from.Stream, c.Entries, now.entries), t.to.Reader.Info(), policies)
	if err != nil {
		return Change{}, err
	}
	target, options := t.to.Writing(ctx, t.from.Dir)
	receipt, err := target.Extend(ctx, c.Fingerprint, chosen.Stream.Entries, options)
	if err != nil {
		return Change{}, err
	}
	return k.written(ctx, c, receipt, t, now, Change{Turns: now.turns})
}

// written records what was written.
func (k *Keeper) written(ctx context.Context, c *Copy, r writers.Receipt, t task, now extent,
	change Change) (Change, error) {
	c.Session = runs.Session{CLI: r.CLI, ID: r.ID, Path: r.Path}
	c.Entries, c.Seen, c.State, c.Lines = now.entries, now.whole, t.state, r.Lines
	var err error
	if c.Fingerprint, err = writers.FingerprintOf(ctx, t.to.Writer, c.location()); err != nil {
		return Change{}, err
	}
	change.Copy = *c
	return change, errors.Join(k.save(), k.options.Lineage.Append(forks.Node{
		Session: c.Session.Reference(), Path: r.Path, Parent: c.Source, Kind: forks.Mirror, Dir: r.Dir, Lines: r.Lines,
		Time: k.options.Sources.Host.Now().UTC(),
	}))
}

// extent describes how far a session goes.
type extent struct {
	entries int
	// turns counts those after the known entries.
	turns int
	// known and whole identify the known entries and all entries, with what is active of them: a user who goes back
	// changes that.
	known, whole string
	// isSettled says that its last turn has ended.
	isSettled bool
}

// measure reads a session, of which the first entries are known.
func measure(ctx context.Context, s timeline.Stream, known int) (extent, error) {
	var now extent
	var talk history.Talk
	sum := fnv.New64a()
	err := s.Each(ctx, func(e *timeline.Entry) error {
		if now.entries == known {
			now.known = fmt.Sprintf("%x", sum.Sum64())
		}
		talk.See(e)
		_, _ = fmt.Fprintf(sum, "%s %v\n", e.ID, e.Active()) // a hash takes everything
		now.entries++
		if now.entries > known && e.StartsTurn() {
			now.turns++
		}
		return nil
	})
	now.whole, now.isSettled = fmt.Sprintf("%x", sum.Sum64()), talk.IsSettled()
	if now.entries <= known {
		now.known = now.whole // with fewer entries it differs from what was seen
	}
	return now, err
}

// part returns the session with the entries from one number up to another, without that one.
func part(s timeline.Stream, from, to int) timeline.Stream {
	all := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		n := 0
		for e, err := range all {
			if err == nil && n >= to || (err != nil || n >= from) && !yield(e, err) {
				return
			}
			n++
		}
	}
	return s
}
