package gemini

import (
	format "stead/adapters/gemini"
	"stead/timeline"
)

// replace applies a snapshot, which is the whole conversation from here on.
func (v *conversation) replace(messages []message) {
	v.again, v.calls.coming = nil, messages
	before := v.view
	again := newMatcher(before)
	view := make([]*known, 0, len(messages))
	for i := range messages {
		m := &messages[i]
		if isSummary(messages, i) && v.isNew(m, again) {
			view = append(view, v.summarize(m))
			continue
		}
		k, _ := v.resolve(m, again)
		again.next = max(again.next, k.rank)
		view = append(view, k)
	}
	v.calls.coming = nil
	v.settle(before, view)
}

// isSummary reports whether a message is a summary that replaced the history before it: the CLI's own answer follows
// it.
func isSummary(messages []message, i int) bool {
	if i+1 >= len(messages) || messages[i].role != format.User || messages[i].prompt().IsEmpty() {
		return false
	}
	next := &messages[i+1]
	return next.role == format.Model && !next.written() && next.harness.HasPrefix(format.Thanks)
}

// isNew reports whether the message's text did not occur before.
func (v *conversation) isNew(m *message, again *matcher) bool {
	return v.known[m.id] == nil && !again.has(m)
}

// summarize emits a summary.
func (v *conversation) summarize(m *message) *known {
	e := &timeline.Entry{Type: timeline.System, Content: m.prompt(), Timestamp: m.timestamp,
		Compaction: &timeline.Compaction{}}
	k := &known{id: m.id, calls: map[string]*unit{}, text: []*unit{v.entries.emit(m.id, m.says[0].key, e)}}
	v.known[m.id] = k
	return k
}

// settle makes a snapshot's view the current one. It ignores a view with nothing but the session context. Such a view
// comes before the real one when the user resumes a session within the minute of its start. It is also what remains
// when the user stops a request that the CLI retries.
func (v *conversation) settle(before, view []*known) {
	told := false
	for _, k := range view {
		for range k.units() {
			told = true
		}
	}
	if !told {
		return
	}
	if summary := v.entries.summary(); summary != nil {
		summary.Compaction.Keeps = v.compact(before, view)
	} else {
		v.drop(before, view)
	}
	for _, k := range before {
		k.rank = 0
	}
	v.view = view[:0]
	for _, k := range view {
		if k.rank == 0 {
			v.view = append(v.view, k)
			k.rank = len(v.view)
		}
	}
}

// compact marks the content that a summary replaced, and returns the entries that remain next to it.
func (v *conversation) compact(before, view []*known) (keeps []string) {
	for _, k := range before {
		for u := range k.units() {
			u.replaced = true
		}
	}
	for _, k := range view {
		for u := range k.units() {
			if u.replaced {
				u.replaced = false
				keeps = append(keeps, u.entry)
			}
		}
	}
	return v.entries.inOrder(keeps)
}
