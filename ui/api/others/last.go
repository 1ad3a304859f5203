package others

import (
	"context"
	"slices"
	"strings"
	"time"

	"stead/catalog/listing"
	"stead/runs"
	"stead/ui/model"
)

// isForgetful reports whether it is time to update what is known of the machines, and records that it happens now. The
// update takes place while the machines are there, so that the data exists when the hub goes away.
func (o *Others) isForgetful() bool {
	o.access.Lock()
	defer o.access.Unlock()
	now := o.options.Now()
	if now.Sub(o.reminded) < remind {
		return false
	}
	o.reminded = now
	return true
}

// recall shows what is known of all machines, because the hub cannot be reached.
func (o *Others) recall(ctx context.Context) {
	for name, last := range o.options.Last(ctx, nil) {
		m := &machine{isKnown: true, isAway: true}
		m.take(name, last, nil)
		o.access.Lock()
		o.machines[name] = m
		o.access.Unlock()
		o.options.Changed(model.Change{Topic: model.MachineTopic, Ref: name, State: model.Away})
	}
}

// take sets the last known sessions and runs of the machine: those in last, or those of its last answer if that is
// newer.
func (m *machine) take(name string, last Last, answered []model.Run) {
	if last.Seen.After(m.seen) {
		m.seen = last.Seen
	}
	if m.answered.After(m.seen) {
		m.seen = m.answered
	}
	known := lists{sessions: last.Sessions, runs: last.Runs}
	mark(name, &known)
	if len(m.lists.sessions) == 0 || last.Seen.After(m.answered) {
		m.lists.sessions = known.sessions
	}
	if len(answered) == 0 || last.Seen.After(m.answered) {
		answered = known.runs
	}
	m.lists.active, m.lists.runs = asOf(answered, m.seen)
	for i := range m.lists.sessions {
		s := &m.lists.sessions[i]
		s.Seen, s.State = m.seen, listing.Idle // nobody can tell what happens there
	}
}

// asOf returns the runs of an absent machine in the state in which it was last seen, the newest first: the runs that
// were active then, and all runs. Given may contain duplicates.
func asOf(given []model.Run, seen time.Time) (active, all []model.Run) {
	has := map[string]bool{}
	for _, r := range given {
		if has[r.ID] {
			continue
		}
		has[r.ID] = true
		if r.Alive { // nobody can tell what happens there
			r.State, r.Alive, r.Question = model.Away, false, nil
		}
		r.Seen = seen
		if r.State == model.Away || r.State == runs.ShownDead {
			active = append(active, r)
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b model.Run) int { return strings.Compare(b.ID, a.ID) }) // ids sort by start time
	return active, all
}
