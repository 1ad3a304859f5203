package others

import (
	"context"

	"stead/browser"
	"stead/catalog/listing"
)

// isForgetful reports whether it is time to bring what is known of machines up to date, which counts as done: while they are there, so that it is known when the hub
// goes.
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

// recall shows what is known of all machines, as the hub cannot be reached.
func (o *Others) recall(ctx context.Context) {
	for name, last := range o.options.Last(ctx, nil) {
		m := &machine{isKnown: true, isAway: true}
		m.take(name, last)
		o.access.Lock()
		o.machines[name] = m
		o.access.Unlock()
		o.options.Changed(browser.Change{Topic: browser.MachineTopic, Ref: name, State: browser.Away})
	}
}

// take has the machine show its sessions as they were last: those that are known, or those of its last answer where that is newer.
func (m *machine) take(name string, last Last) {
	if last.Seen.After(m.seen) {
		m.seen = last.Seen
	}
	if m.answered.After(m.seen) {
		m.seen = m.answered
	}
	if len(m.lists.sessions) == 0 || last.Seen.After(m.answered) {
		known := lists{sessions: last.Sessions}
		mark(name, &known)
		m.lists.sessions = known.sessions
	}
	for i := range m.lists.sessions {
		s := &m.lists.sessions[i]
		s.Seen, s.State = m.seen, listing.Idle // nobody can tell what happens there
	}
}
