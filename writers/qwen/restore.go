package qwen

import (
	"strings"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// restorer restores the CLI's own records.
type restorer struct {
	out    *output
	stream timeline.Stream
	calls  *calls
	file   recordtree.Restorer
	// endsAside is set while the last record is on an abandoned branch.
	endsAside bool
}

func newRestorer(out *output, stream timeline.Stream, s *calls) *restorer {
	isSame := out.plan.ID == out.plan.Stream.Header.Source.OriginalID && stream.Header.Source.CLI == qwen.Name
	file := recordtree.NewRestorer(isSame, stream.Header.Project.Path, out.plan.Dir, out.Line)
	return &restorer{out: out, stream: stream, calls: s, file: file}
}

// takes reports whether an entry is restored from its record. A session with omitted parts is converted as a whole.
func (r *restorer) takes(e *timeline.Entry) bool {
	n := e.Native
	return n != nil && n.CLI == qwen.Name && !r.stream.Cut && r.file.Takes(n)
}

// write restores the record of an entry.
func (r *restorer) write(e *timeline.Entry) error {
	if e.Type == timeline.ToolCall {
		r.calls.taken[e.ID]++
		r.calls.ids[e.ID] = call{id: ownID(e.ID), name: e.OriginalTool}
	}
	n := e.Native
	if n.Raw == nil || r.file.IsSame && n.Session != "" {
		return nil // written with its first entry, or in its own session's file
	}
	if err := r.file.Begin(n); err != nil {
		return err
	}
	r.out.forks.note(e.ID)
	return r.file.Add(r.restored(n.Raw, e.Branch != ""))
}

// ownID returns a call's id in the CLI's records, because the reader numbers reused ids.
func ownID(id string) string {
	own, _, _ := strings.Cut(id, "~")
	return own
}

// restored returns a record with changes only to the session's id, the folder, and a link to a parent that does not
// exist.
func (r *restorer) restored(raw []byte, isAside bool) []byte {
	return recordtree.Rewritten(raw, func(sound []byte) []byte {
		record := qwen.Peek(sound)
		changes := r.changes(&record)
		if record.InTree() {
			uuid := record.UUID.String()
			r.file.Saw(uuid)
			r.endsAside = isAside
			r.out.forks.written(uuid)
			if !isAside {
				r.out.tip = uuid
			}
		}
		if len(changes) == 0 {
			return nil
		}
		return jsonl.Rewrite(nil, sound, changes)
	})
}

func (r *restorer) changes(record *qwen.Record) []jsonl.Change {
	if r.file.IsSame {
		return nil
	}
	var changes []jsonl.Change
	if record.Session.IsString() && !record.Session.Is(r.out.plan.ID) {
		changes = append(changes, jsonl.Change{Value: record.Session, Text: r.out.plan.ID})
	}
	if r.file.IsMoved && record.CWD.IsString() && record.CWD.String() == r.stream.Header.Project.Path {
		changes = append(changes, jsonl.Change{Value: record.CWD, Text: r.out.plan.Dir})
	}
	if record.InTree() {
		changes = append(changes, r.file.Parent(record.Parent, r.out.tip)...)
	}
	return changes
}

// finish ensures that the conversation continues from its leaf: the CLI continues from the last record, and a process
// that outlived its terminal may have written records to an abandoned branch (0.15.10).
func (r *restorer) finish() error {
	if !r.endsAside || r.file.IsSame {
		return nil
	}
	return r.out.leaf()
}
