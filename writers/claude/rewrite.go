package claude

import (
	"bytes"

	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restore writes a record with no other change than the session's id, and the link to a parent that is not there.
func (r *restorer) restore(held heldRecord) error {
	raw := held.record.Raw
	clean, _, ok := jsonl.Clean(raw)
	if !ok || held.record.Damaged && !bytes.Contains(raw, clean) {
		return r.write(raw)
	}
	record := claude.Peek(clean)
	if r.stream.Cut && record.Type.Is(claude.TypeLastPrompt) {
		return nil // its leaf may be gone; a new one is written at the end
	}
	parent := r.follow(&record, held.inBranch)
	if r.isSame && parent == "" {
		return r.write(raw)
	}
	at := bytes.Index(raw, clean) // what surrounds the record stays: a byte order mark, a carriage return
	r.line = append(r.line[:0], raw[:at]...)
	r.line = r.rewrite(r.line, raw[at:at+len(clean)], parent)
	return r.write(append(r.line, raw[at+len(clean):]...))
}

// follow notes a record's place in the tree. It returns the parent that it must be given instead of its own, or nothing.
func (r *restorer) follow(record *claude.Record, inBranch bool) (parent string) {
	if record.Type.Is(claude.TypeLastPrompt) && record.Leaf.IsString() {
		r.tip = record.Leaf.String()
	}
	if !record.InTree() || record.UUID.IsNull() || record.IsSidechain && r.agent == "" {
		return ""
	}
	if r.stream.Cut && !record.Parent.IsNull() && !r.isWritten(record.Parent.String()) {
		parent = r.tip
	}
	r.note(record.UUID.String())
	if !inBranch {
		r.tip = record.UUID.String()
	}
	return parent
}

// rewrite appends a record with the session's id, and with another parent when one is given. Only members of the record itself are
// changed, never text that looks like one.
func (r *restorer) rewrite(dst, record []byte, parent string) []byte {
	from := 0
	for key, value := range jsonl.Members(record) {
		var member string
		switch {
		case string(key) == "sessionId" && value.IsString() && !r.isSame:
			member = r.plan.ID
		case string(key) == "parentUuid" && parent != "":
			member = parent
		default:
			continue
		}
		at := cap(record) - cap(value) // the value shares the record's memory: this is where it begins
		dst = append(dst, record[from:at]...)
		dst = timeline.AppendString(dst, member)
		from = at + len(value)
	}
	return append(dst, record[from:]...)
}
