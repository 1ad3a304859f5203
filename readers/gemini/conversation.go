package gemini

import (
	format "stead/adapters/gemini"
	"stead/internal/adapt/entry"
	"stead/timeline"
)

// conversation processes a session's records in order and determines what each adds to the conversation. It keeps
// digests and ids, but no bodies.
type conversation struct {
	// known maps ids to all messages seen so far.
	known map[string]*known
	// view are the messages of the CLI's current conversation, in order.
	view []*known
	// events counts how many times content left the conversation.
	events int
	// again is set while the CLI rewrites the history under new ids, as it does after the user cancelled a turn.
	again *matcher

	entries *entryList
	texts   *texts
	calls   *calls
	// unknown holds the digests of content in messages that stead does not know.
	unknown map[uint64]bool
}

func newConversation() *conversation {
	s := &entryList{ids: entry.NewIDs()}
	return &conversation{
		known: map[string]*known{}, unknown: map[uint64]bool{}, entries: s, texts: &texts{entries: s},
		calls: &calls{entries: s, newest: map[string]*unit{}, orphans: map[string]*unit{}, servers: map[string]string{},
			beside: map[uint64]bool{}},
	}
}

// add returns the entries of a record: those that it adds, or else a hidden one that holds the record.
func (v *conversation) add(r record) []*timeline.Entry {
	v.entries.fresh, v.entries.line = nil, r.number
	switch {
	case r.kind == format.Rewind:
		v.rewind(r.rewindTo)
	case r.replaces:
		v.replace(r.messages)
	case r.unknown != "":
		v.entries.unknown("line "+r.unknown, r.value)
	default:
		for i := range r.messages {
			v.append(&r.messages[i])
		}
	}
	if len(v.entries.fresh) == 0 {
		v.hide(r)
	}
	for i, e := range v.entries.fresh {
		if e.Timestamp == "" {
			e.Timestamp = r.timestamp
		}
		e.Native = r.native(i == 0)
	}
	return v.entries.fresh
}

// hide adds the hidden entry of a record that adds nothing.
func (v *conversation) hide(r record) {
	e := &timeline.Entry{Type: timeline.System, Hidden: true}
	if r.unreadable != nil {
		e = r.unreadable
	}
	e.ID = v.entries.identify("")
	v.entries.fresh = append(v.entries.fresh, e)
	if r.kind != format.Message {
		return
	}
	m := &r.messages[0]
	e.Content = m.harness
	if m.preamble {
		e.Origin = &timeline.Origin{Kind: timeline.Environment}
	}
	if m.role == format.InfoLine && m.harness.HasPrefix(format.Interrupted) {
		e.StopReason = "interrupted"
	}
	if k := v.known[m.id]; k != nil && m.talks() && k.isReported() {
		k.count(m, e)
	}
}

// append adds a message at the end, or replaces the message with the same id.
func (v *conversation) append(m *message) {
	if m.role == format.User && m.preamble && len(v.view) > 0 {
		v.again = newMatcher(v.view)
	}
	k, isNew := v.resolve(m, v.again)
	if isNew && v.again != nil && m.talks() {
		v.again = nil
	}
	if k.rank == 0 {
		v.view = append(v.view, k)
		k.rank = len(v.view)
	}
}

// rewind drops a message and everything after it. An unknown id drops all messages, as in the CLI.
func (v *conversation) rewind(id string) {
	at := 0
	if k := v.known[id]; k != nil && k.rank > 0 {
		at = k.rank - 1
	}
	gone := v.view[at:]
	v.view = v.view[:at:at]
	v.drop(gone, v.view)
	for _, k := range gone {
		k.rank = 0
	}
}

// drop records that messages left the conversation, except for content that other messages still hold.
func (v *conversation) drop(gone, stay []*known) {
	event := v.events + 1
	mark(gone, event)
	mark(stay, 0)
	for _, k := range gone {
		for u := range k.units() {
			if u.left == event {
				v.events = event
			}
		}
	}
}

// resolve returns the known message with the message's id, and creates it if necessary. It emits an entry for each
// piece of content that is new. The matcher finds content that the CLI writes again under another id.
func (v *conversation) resolve(m *message, again *matcher) (k *known, isNew bool) {
	k = v.known[m.id]
	if k == nil {
		k = &known{id: m.id, calls: map[string]*unit{}}
		v.known[m.id] = k
	} else {
		again = nil
	}
	before := len(v.entries.fresh)
	v.calls.leaveTold(m)
	v.resolveTexts(k, m, again)
	for i := range m.calls {
		v.calls.resolve(k, m, &m.calls[i], again != nil)
	}
	for i := range m.results {
		v.calls.resolveResult(k, m, &m.results[i])
	}
	v.resolveUnknown(k, m, again)
	if len(v.entries.fresh) > before {
		k.count(m, v.entries.fresh[before])
	}
	return k, len(v.entries.fresh) > before
}
