package origin

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"stead/forks"
	"stead/inject/signals"
	"stead/runs"
	"stead/timeline"
)

// made is what a run's record knows of one session.
type made struct {
	after, lines  int
	worked, alive bool
	done          time.Time
	state         signals.State
	// came is the session of another machine that it was made of.
	came string
}

// complete adds it to an origin.
func (m made) complete(o *Origin) {
	o.After, o.Lines, o.worked, o.alive, o.State, o.Came = m.after, m.lines, m.worked, m.alive, m.state, m.came
	if m.done.After(o.done) {
		o.done = m.done
	}
}

// recorded is what all runs' records know.
type recorded struct {
	nodes []forks.Node
	made  map[string]made
}

// readRuns reads the runs' records, several at a time. Of each only what is needed is kept.
func readRuns(ctx context.Context, folder runs.Folder) (recorded, error) {
	all := recorded{made: map[string]made{}}
	if folder.Root == "" {
		return all, nil
	}
	ids, err := folder.IDs()
	if err != nil {
		return all, err
	}
	slices.Reverse(ids) // the oldest first: the run that made a session comes before those that took it up again
	each := make([]recorded, len(ids))
	var loading errgroup.Group
	loading.SetLimit(runtime.GOMAXPROCS(0))
	for i, id := range ids {
		loading.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if r, err := folder.Load(id); err == nil {
				each[i] = of(r)
			}
			return nil
		})
	}
	if err := loading.Wait(); err != nil {
		return all, err
	}
	for _, one := range each {
		all.nodes = append(all.nodes, one.nodes...)
		for reference, m := range one.made {
			all.made[reference] = m.joined(all.made[reference])
		}
	}
	return all, nil
}

// joined joins what a later run knows of a session to what the earlier ones do: what was delivered is what the first
// has delivered.
func (m made) joined(earlier made) made {
	if earlier.lines > 0 && m.after == 0 {
		m.after, m.lines = earlier.after, earlier.lines
	}
	if earlier.done.After(m.done) {
		m.done = earlier.done
	}
	m.worked, m.state = m.worked || earlier.worked, cmp.Or(m.state, earlier.state)
	m.alive, m.came = m.alive || earlier.alive, cmp.Or(earlier.came, m.came)
	return m
}

// of returns what one record knows.
func of(r runs.Run) recorded {
	b := builder{run: r, alive: r.Alive(), recorded: recorded{made: map[string]made{}}}
	parent := ""
	if r.From.ID != "" {
		parent = r.From.Reference()
	}
	for _, hop := range r.Hops {
		b.session(hop.To, parentOf(hop.Opened, parent), hop.Lines, hop.Ended)
		parent = hop.To.Reference()
	}
	b.session(r.To, parentOf(r.Opened, parent), r.Lines, b.end())
	for _, m := range r.Mirrors {
		b.mirror(m)
	}
	return b.recorded
}

// Outlasting returns what must be recorded of a run's sessions before the run's record is removed: what each was made
// from, what stead delivered into it, and whether its CLI worked in it.
func Outlasting(r runs.Run) (nodes []forks.Node) {
	known := of(r)
	for _, reference := range slices.Sorted(maps.Keys(known.made)) {
		n, m := forks.Node{Session: reference}, known.made[reference]
		if at := slices.IndexFunc(known.nodes, func(n forks.Node) bool { return n.Session == reference }); at >= 0 {
			n = known.nodes[at]
		}
		n.After, n.Lines, n.Worked, n.Time = m.after, m.lines, m.worked, m.done
		nodes = append(nodes, n)
	}
	return nodes
}

// parentOf is what a session was made of: one that the user has opened inside a CLI was made of the session before only
// where it is a branch of that.
func parentOf(by runs.Opening, before string) string {
	if by == runs.OpenedNew || by == runs.OpenedAgain {
		return ""
	}
	return before
}

// builder turns one record into what is known of its sessions.
type builder struct {
	recorded
	run   runs.Run
	alive bool
}

// end is when stead was done with the run's session.
func (b *builder) end() time.Time {
	end := b.run.Started.Add(time.Duration(b.run.DurationMS) * time.Millisecond)
	if b.run.Since.After(end) {
		end = b.run.Since
	}
	return end
}

// session notes a session that the run has worked in.
func (b *builder) session(s runs.Session, parent string, lines int, done time.Time) {
	if s.ID == "" {
		return
	}
	isLast := s == b.run.To
	n := forks.Node{Session: s.Reference(), Path: s.Path, Kind: timeline.LineageContinue, Run: b.run.ID, Dir: b.run.Dir,
		Time: b.run.Started}
	if parent != n.Session {
		n.Parent = parent
	}
	if len(b.run.Hops) == 0 {
		n.Kind = cmp.Or(b.run.Kind, n.Kind)
	}
	if b.run.Part != nil {
		n.Part = b.run.Part.Of + "/" + b.run.Part.Name
	}
	if _, isKnown := b.made[n.Session]; !isKnown { // else its user has come back to it
		b.nodes = append(b.nodes, n)
	}
	known := made{lines: lines, done: done, worked: !isLast || b.run.Turns > 0 || b.run.FinalText != ""}
	if b.alive && isLast {
		known.alive, known.state = true, b.run.State
	}
	if b.run.Came != nil && len(b.made) == 0 {
		known.came = b.run.Came.From
	}
	b.made[n.Session] = known
}

// mirror notes a session in which the run is repeated. In the run's own source what is repeated follows what was there
// before.
func (b *builder) mirror(m runs.Mirror) {
	reference := m.Reference()
	if m.ID == "" {
		return
	}
	known := made{lines: m.Lines, done: b.end(), alive: b.alive}
	if m.Source {
		known.after = m.Since
	} else {
		b.nodes = append(b.nodes, forks.Node{
			Session: reference, Path: m.Path, Parent: b.run.To.Reference(), Kind: forks.Mirror, Run: b.run.ID, Dir: b.run.Dir,
			Time: b.run.Started,
		})
	}
	b.made[reference] = known
}
