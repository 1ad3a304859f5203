package opencode

import (
	"fmt"
	"time"

	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// teller converts a session to entries, record by record.
type teller struct {
	line    int
	written format.Written
	passed  bool // whether everything that stead wrote has been converted
	taken   map[string]bool

	// provider and model are those that continue the session.
	provider, model string

	revertMessage, revertPart string
	reverted                  bool

	// compactions maps messages to the orders to compact that they hold.
	compactions map[string]compaction
	// shells are the messages that announce a command that the user ran.
	shells map[string]bool
	// told lists the visible entries so far, by message. A compaction may keep them.
	told []toldMessage
}

type compaction struct {
	trigger string
	tail    string // the first message that stays
}

type toldMessage struct {
	id      string
	entries []string
}

func newTeller(session format.Row) *teller {
	t := &teller{
		written: format.WrittenOf(session), taken: map[string]bool{}, compactions: map[string]compaction{},
		shells: map[string]bool{},
	}
	t.provider, t.model = session.Get("model", "providerID").String(), session.Get("model", "id").String()
	t.revertTo(session.Get("revert"))
	return t
}

// revertTo stores the position in the session's row from which the user undid everything.
func (t *teller) revertTo(revert jsonl.Value) {
	t.revertMessage, t.revertPart = revert.Get("messageID").String(), revert.Get("partID").String()
	t.reverted = t.reverted && t.revertMessage != ""
}

// session converts the row of the session.
func (t *teller) session(row format.Row) *timeline.Entry {
	e := &timeline.Entry{Type: timeline.System, Hidden: true, ID: row.ID, Timestamp: stamp(row.Get("time_created").Int())}
	t.own(e, row)
	return e
}

// own makes a row the entry's record, and assigns the next position. Records that the CLI added to a session that stead
// wrote come after all of stead's records, even if some of those are gone.
func (t *teller) own(e *timeline.Entry, row format.Row) {
	t.line++
	if t.passed && t.line <= t.written.Lines {
		t.line = t.written.Lines + 1
	}
	_, changed, ok := jsonl.Clean(row.Raw)
	e.Native = &timeline.Record{CLI: format.Name, Line: t.line, Raw: row.Raw, Damaged: changed || !ok}
	e.ID = t.identify(e.ID)
}

// identify returns an id that no earlier entry has: in an export, an id may be missing or occur twice.
func (t *teller) identify(id string) string {
	if id == "" {
		id = fmt.Sprintf("record-%d", t.line)
	}
	unique := id
	for n := 2; t.taken[unique]; n++ {
		unique = fmt.Sprintf("%s@%d", id, n)
	}
	t.taken[unique] = true
	return unique
}

// message converts a message with its parts.
func (t *teller) message(m format.Message) []*timeline.Entry {
	m.Row.Raw = clean(m.Row.Raw)
	t.passed = t.passed || t.written.IsBefore(m.Row)
	if t.revertPart == "" {
		t.revertFrom(t.revertMessage, m.Row.ID)
	}
	first := t.hidden(m.Row, timeline.Text{}, created(m.Row))
	all := []*timeline.Entry{first}
	switch role := m.Row.Data().Get("role"); {
	case role.Is("assistant"):
		all = append(all, t.answer(m, first)...)
	case role.Is("user"):
		all = append(all, t.prompt(m)...)
	default:
		all = append(all, t.strange(m, first, role)...)
	}
	t.note(m.Row.ID, all)
	return all
}

// revertFrom records where the content begins that the user undid.
func (t *teller) revertFrom(wanted, id string) {
	t.reverted = t.reverted || wanted != "" && wanted == id
}

// note remembers the visible entries of a message.
func (t *teller) note(message string, all []*timeline.Entry) {
	told := toldMessage{id: message}
	for _, e := range all {
		if e.Active() {
			told.entries = append(told.entries, e.ID)
		}
	}
	if len(told.entries) > 0 {
		t.told = append(t.told, told)
	}
}

// add completes the entry of a part: its branch, its id and its record.
func (t *teller) add(e *timeline.Entry, row format.Row) *timeline.Entry {
	if t.revertPart != "" {
		t.revertFrom(t.revertPart, row.ID)
	}
	if t.reverted {
		e.Branch = revertBranch
	}
	if e.ID == "" {
		e.ID = row.ID
	}
	t.own(e, row)
	return e
}

// hidden returns an entry for a record that is not part of the conversation, with its readable text.
func (t *teller) hidden(row format.Row, text timeline.Text, at string) *timeline.Entry {
	return t.add(&timeline.Entry{Type: timeline.System, Hidden: true, Content: text, Timestamp: at}, row)
}

// keeps returns the entries from a message onward.
func (t *teller) keeps(from string) []string {
	var kept []string
	for _, m := range t.told {
		if m.id == from || len(kept) > 0 {
			kept = append(kept, m.entries...)
		}
	}
	return kept
}

// clean returns a record's JSON, cleaned so that it can be parsed.
func clean(raw []byte) []byte {
	sound, _, _ := jsonl.Clean(raw)
	return sound
}

func created(message format.Row) string {
	if at := stamp(message.Data().Get("time", "created").Int()); at != "" {
		return at
	}
	return stamp(message.Get("time_created").Int())
}

// stamp formats a time in milliseconds. It returns the empty string for a time outside of the years that RFC 3339 can
// represent.
func stamp(milliseconds int64) string {
	const year10000 = 253402300800000
	if milliseconds <= 0 || milliseconds >= year10000 {
		return ""
	}
	return time.UnixMilli(milliseconds).UTC().Format("2006-01-02T15:04:05.000Z")
}
