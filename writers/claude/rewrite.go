package claude

import (
	"cmp"

	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// rewritten returns a record with no other change than the session's id, the folder, and the link to a parent that is
// not there: nil for one that must not be written.
func (r *restorer) rewritten(native *timeline.Record, isAside bool) []byte {
	before, sound, after, ok := split(native)
	if !ok {
		return native.Raw
	}
	record := claude.Peek(sound)
	if r.isLoose(native) && record.Type.Is(claude.TypeLastPrompt) {
		return nil // its leaf may be gone; a new one is written at the end
	}
	parent := r.follow(&record, r.isLoose(native), isAside)
	if r.file.IsSame && parent == "" {
		return native.Raw
	}
	if record.Type.Is(claude.TypeSnapshot) {
		r.backups.note(jsonl.Value(sound).Get("snapshot"), cmp.Or(native.Session, r.stream.Header.Source.OriginalID))
	}
	r.out.line = append(r.out.line[:0], before...)
	r.out.line = jsonl.Rewrite(r.out.line, sound, r.changes(&record, parent))
	r.out.line = append(r.out.line, after...)
	return r.out.line
}

// split parts a record into its JSON and what stands around it. One that is not damaged is JSON, and need not be
// checked.
func split(record *timeline.Record) (before, sound, after []byte, ok bool) {
	if !record.Damaged {
		return nil, record.Raw, nil, true
	}
	return jsonl.Split(record.Raw)
}

// follow notes a record's place in the tree. It returns the parent that it must be given instead of its own, or
// nothing.
func (r *restorer) follow(record *claude.Record, isLoose, isAside bool) (parent string) {
	if record.Type.Is(claude.TypeLastPrompt) && record.Leaf.IsString() {
		r.out.at.tip = record.Leaf.String()
	}
	if !record.InTree() || record.UUID.IsNull() || record.IsSidechain && r.out.agent == "" {
		return ""
	}
	if isLoose && !record.Parent.IsNull() && !r.out.isWritten(record.Parent.String()) {
		parent = r.out.at.tip
	}
	r.uuid = record.UUID.String()
	r.out.written.Take(r.uuid)
	if !isAside {
		r.out.at.tip = r.uuid
	}
	return parent
}

// changes are those of a record's session, of its folder, and of its parent where another one is given.
func (r *restorer) changes(record *claude.Record, parent string) []jsonl.Change {
	var changes []jsonl.Change
	if record.Session.IsString() && !r.file.IsSame {
		changes = append(changes, jsonl.Change{Value: record.Session, Text: r.out.plan.ID})
	}
	if r.file.IsMoved && record.CWD.IsString() && record.CWD.String() == r.stream.Header.Project.Path {
		changes = append(changes, jsonl.Change{Value: record.CWD, Text: r.out.plan.Dir})
	}
	if parent != "" {
		changes = append(changes, jsonl.Change{Value: record.Parent, Text: parent})
	}
	return changes
}
