package claude

import (
	"bytes"
	"slices"

	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restore writes a record with no other change than the session's id, and the link to a parent that is not there.
func (r *restorer) restore(held heldRecord) error {
	raw := held.record.Raw
	before, sound, after, ok := split(held.record)
	if !ok {
		return r.out.Line(raw)
	}
	record := claude.Peek(sound)
	if r.isLoose(held.record) && record.Type.Is(claude.TypeLastPrompt) {
		return nil // its leaf may be gone; a new one is written at the end
	}
	parent := r.follow(&record, held)
	if r.isSame && parent == "" {
		return r.out.Line(raw)
	}
	if record.Type.Is(claude.TypeSnapshot) {
		r.noteBackups(jsonl.Value(sound).Get("snapshot"), held.record.Session)
	}
	r.line = append(r.line[:0], before...)
	r.line = r.rewrite(r.line, sound, &record, parent)
	r.line = append(r.line, after...)
	return r.out.Line(r.line)
}

// split parts a record's bytes into its JSON and what stands around it: a byte order mark, a carriage return. Ok is false for
// bytes that are no JSON.
func split(record *timeline.Record) (before, sound, after []byte, ok bool) {
	if !record.Damaged {
		return nil, record.Raw, nil, true
	}
	clean, _, ok := jsonl.Clean(record.Raw)
	at := bytes.Index(record.Raw, clean)
	if !ok || at < 0 {
		return nil, nil, nil, false
	}
	end := at + len(clean)
	return record.Raw[:at], record.Raw[at:end:end], record.Raw[end:], true
}

// follow notes a record's place in the tree. It returns the parent that it must be given instead of its own, or nothing.
func (r *restorer) follow(record *claude.Record, held heldRecord) (parent string) {
	if record.Type.Is(claude.TypeLastPrompt) && record.Leaf.IsString() {
		r.lead(record.Leaf.String(), held)
	}
	if !record.InTree() || record.UUID.IsNull() || record.IsSidechain && r.agent == "" {
		return ""
	}
	if r.isLoose(held.record) && !record.Parent.IsNull() && !r.isWritten(record.Parent.String()) {
		parent = r.tip
	}
	uuid := record.UUID.String()
	r.note(uuid)
	if !held.inBranch {
		r.lead(uuid, held)
	}
	return parent
}

// lead notes the record that the next one follows: the last of the timeline, which need not be the last of the file.
func (r *restorer) lead(uuid string, held heldRecord) {
	if held.came > r.tipCame {
		r.tip, r.tipCame = uuid, held.came
	}
}

// change is a value of a record and what it becomes.
type change struct {
	value jsonl.Value
	text  string
}

// rewrite appends a record with the session's id, with the folder in which it goes on where that is another, and with another
// parent when one is given. Only members of the record itself are changed, never text that looks like one.
func (r *restorer) rewrite(dst, line []byte, record *claude.Record, parent string) []byte {
	var changes []change
	if record.Session.IsString() && !r.isSame {
		changes = append(changes, change{record.Session, r.plan.ID})
	}
	if r.isMoved && record.CWD.IsString() && record.CWD.String() == r.stream.Header.Project.Path {
		changes = append(changes, change{record.CWD, r.plan.Dir})
	}
	if parent != "" {
		changes = append(changes, change{record.Parent, parent})
	}
	slices.SortFunc(changes, func(a, b change) int { return cap(b.value) - cap(a.value) }) // in the order of the line
	from := 0
	for _, c := range changes {
		at := cap(line) - cap(c.value) // the value shares the line's memory: this is where it begins
		dst = append(dst, line[from:at]...)
		dst = timeline.AppendString(dst, c.text)
		from = at + len(c.value)
	}
	return append(dst, line[from:]...)
}
