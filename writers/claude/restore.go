package claude

import (
	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// restorer writes the CLI's own records back.
type restorer struct {
	out     *output
	stream  timeline.Stream
	backups backups
	file    recordtree.Restorer
	// restored is the last record taken whole, whose further entries are passed over, and uuid its own.
	restored int
	uuid     string
}

func newRestorer(out *output, stream timeline.Stream) *restorer {
	h := out.plan.Stream.Header
	isSame := out.plan.ID == h.Source.OriginalID && h.Source.CLI == claude.Name
	file := recordtree.NewRestorer(isSame, h.Project.Path, out.plan.Dir, out.Line)
	return &restorer{out: out, stream: stream, backups: backups{}, file: file}
}

// takes reports whether an entry is to be written from its record. Of a session that was cut, a record of several
// entries is not: some of them may be gone.
func (r *restorer) takes(e *timeline.Entry) bool {
	if e.Native == nil || e.Native.CLI != claude.Name {
		return false
	}
	if !r.stream.Cut {
		return e.Compaction == nil || e.Native.Session == ""
	}
	if e.Native.Raw == nil {
		return r.restored == e.Native.Line
	}
	return e.Compaction == nil && !isComposite(e.Native.Raw)
}

// isLoose reports whether what a record points at may be missing: because the session was cut, or because the record
// comes from another session, in which other records went before it.
func (r *restorer) isLoose(record *timeline.Record) bool { return r.stream.Cut || record.Session != "" }

// isComposite reports whether a record's message has several content blocks.
func isComposite(raw []byte) bool {
	n := 0
	for range jsonl.Elements(claude.PeekMessage(claude.PeekTree(raw).Message).Content) {
		if n++; n > 1 {
			return true
		}
	}
	return false
}

// write writes the record of an entry.
func (r *restorer) write(e *timeline.Entry) error {
	if err := r.writeRecord(e); err != nil {
		return err
	}
	if e.Type == timeline.ToolCall {
		r.out.calls[e.ID] = r.uuid
	}
	return nil
}

func (r *restorer) writeRecord(e *timeline.Entry) error {
	record := e.Native
	if record.Raw == nil {
		return nil
	}
	if r.file.IsSame && record.Session != "" {
		return nil // it lies in its own session's file
	}
	r.restored = record.Line
	if !r.isLoose(record) {
		if err := r.file.Begin(record); err != nil {
			return err
		}
		return r.file.Add(r.rewritten(record, e.Branch != ""))
	}
	if err := r.file.Flush(); err != nil {
		return err
	}
	if raw := r.rewritten(record, e.Branch != ""); raw != nil {
		return r.out.Line(raw)
	}
	return nil
}
