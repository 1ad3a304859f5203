package gemini

import (
	"cmp"
	"iter"

	"stead/internal/entry"
	format "stead/internal/format/gemini"
	"stead/timeline"
)

// conversation goes through a session's records in order and tells what each adds to the conversation. It keeps digests and ids, no bodies.
type conversation struct {
	// known are all messages that there ever were, by id.
	known map[string]*known
	// view are the messages of the conversation as the CLI has it now, in order.
	view []*known
	// calls are the newest calls, by native id, and orphans the results of no call.
	calls, orphans map[string]*unit
	// unnamed are calls without an id, as only other programs write them. Their results have none either.
	unnamed []unnamedCall
	// units are all that was told visibly, in order.
	units []*unit
	// events counts the times that something left the conversation.
	events int
	// again is set while the CLI writes the history anew under new ids, as it does when a turn was cancelled.
	again *matcher
	ids   entry.IDs
	// asked is the digest of the last prompt as the terminal shows it, servers are the timeline's names of MCP servers' tools.
	asked   uint64
	servers map[string]string

	fresh []*timeline.Entry // those of the record at hand
	line  int
}

// unit is what an entry tells: a text, a call or a result.
type unit struct {
	entry string
	// key is the digest of a text or a call.
	key uint64
	// answer is the result of a call, thought what the model thought in the message of the call, where it said nothing.
	answer, thought *unit
	// replaced is set on what a summary stands for: it is no longer in the conversation that the CLI has, and yet a part of it.
	replaced bool
	// left is the event by which it left the conversation.
	left int
}

// unnamedCall is a call that its tool's name must tell.
type unnamedCall struct {
	tool string
	*unit
}

// known is a message that was seen, with what it told.
type known struct {
	id    string
	text  []*unit
	calls map[string]*unit
	// counted is set when what the response cost has been told.
	counted bool
	// results are those that stand in it, first or again.
	results []*unit
	// rank is its position in the view, from 1. 0 when it is not there.
	rank int
}

func newConversation() *conversation {
	return &conversation{
		known: map[string]*known{}, calls: map[string]*unit{}, orphans: map[string]*unit{}, ids: entry.NewIDs(),
		servers: map[string]string{},
	}
}

// add returns the entries of a record: what it adds, or else a hidden one that holds it.
func (v *conversation) add(r record) []*timeline.Entry {
	v.fresh, v.line = nil, r.number
	switch {
	case r.kind == format.Rewind:
		v.rewind(r.rewindTo)
	case r.replaces:
		v.replace(r.messages)
	default:
		for i := range r.messages {
			v.append(&r.messages[i])
		}
	}
	if len(v.fresh) == 0 {
		v.hide(r)
	}
	for i, e := range v.fresh {
		if e.Timestamp == "" {
			e.Timestamp = r.timestamp
		}
		e.Native = r.native(i == 0)
	}
	return v.fresh
}

// hide makes the hidden entry of a record that adds nothing.
func (v *conversation) hide(r record) {
	e := &timeline.Entry{ID: v.identify(""), Type: timeline.System, Hidden: true}
	v.fresh = append(v.fresh, e)
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
		v.count(k, m, e)
	}
}

// append takes a message that was appended, or that replaces the one of its id.
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

// rewind drops a message and what follows it. An unknown one drops everything, as it does in the CLI.
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

// drop notes that messages left the conversation, but for what others still tell.
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

func mark(view []*known, event int) {
	for _, k := range view {
		for u := range k.units() {
			u.left = event
		}
	}
}

// resolve finds or makes what a message is known by, and adds an entry for each thing in it that was not told before. What the CLI
// writes anew under another id is found in the matcher's view.
func (v *conversation) resolve(m *message, again *matcher) (k *known, isNew bool) {
	k = v.known[m.id]
	if k == nil {
		k = &known{id: m.id, calls: map[string]*unit{}}
		v.known[m.id] = k
	} else {
		again = nil
	}
	before := len(v.fresh)
	v.resolveTexts(k, m, again)
	for i := range m.calls {
		v.resolveCall(k, m, &m.calls[i], again != nil)
	}
	for i := range m.results {
		v.resolveResult(k, m, &m.results[i])
	}
	if len(v.fresh) > before {
		v.count(k, m, v.fresh[before])
	}
	return k, len(v.fresh) > before
}

// isReported reports whether a message has given any entry. What one cost that has not is told by its first: the CLI writes a response with calls
// first without them, and again when they have ended.
func (k *known) isReported() bool { return len(k.text)+len(k.calls)+len(k.results) > 0 }

// count tells what a response cost, once.
func (v *conversation) count(k *known, m *message, e *timeline.Entry) {
	if m.usage != nil && !k.counted {
		k.counted, e.Usage = true, m.usage
	}
}

// identify returns an id that no entry had before.
func (v *conversation) identify(native string) string {
	return v.ids.Unique(cmp.Or(native, entry.LineID(v.line, 0)), v.line)
}

// emit adds an entry and returns its unit.
func (v *conversation) emit(native string, key uint64, e *timeline.Entry) *unit {
	e.ID = v.identify(native)
	u := &unit{entry: e.ID, key: key}
	v.units = append(v.units, u)
	v.fresh = append(v.fresh, e)
	return u
}

// units yields what a message told.
func (k *known) units() iter.Seq[*unit] {
	return func(yield func(*unit) bool) {
		for _, list := range [][]*unit{k.text, k.results} {
			for _, u := range list {
				if !yield(u) {
					return
				}
			}
		}
		for _, u := range k.calls {
			if !yield(u) {
				return
			}
		}
	}
}
