package pi

import (
	"strings"

	"stead/adapters/pi"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// restorer restores the CLI's own records.
type restorer struct {
	out   *output
	calls map[string]call // by the entry's id
	file  recordtree.Restorer
	// isOld is set for a version of the format that the CLI would rewrite.
	isOld bool
	// record is the id of the last record.
	record string
}

func newRestorer(out *output, calls map[string]call) *restorer {
	h := out.plan.Stream.Header
	isSame := h.Source.CLI == pi.Name && out.plan.ID == h.Source.OriginalID
	return &restorer{out: out, calls: calls, file: recordtree.NewRestorer(isSame, h.Project.Path, out.plan.Dir, out.Line)}
}

// takes reports whether an entry is restored from its record. A session with omitted parts is converted as a whole. So
// is a session of an older version, because the CLI rewrites it when it loads it, and stead would no longer know which
// records are new.
func (r *restorer) takes(e *timeline.Entry) bool {
	n := e.Native
	if n == nil || n.CLI != pi.Name || r.out.plan.Stream.Cut {
		return false
	}
	if n.Line == 1 && n.Session == "" && n.Raw != nil {
		header := pi.Peek(n.Raw)
		r.isOld = !r.file.IsSame && header.IsHeader() && header.Version.Int() < pi.Version
	}
	return !r.isOld && r.file.Takes(n)
}

// write restores the record of an entry.
func (r *restorer) write(e *timeline.Entry) error {
	if e.Type == timeline.ToolCall {
		own, _, _ := strings.Cut(e.ID, "~")
		r.calls[e.ID] = call{id: own, name: e.OriginalTool}
	}
	n := e.Native
	if n.Raw != nil && (!r.file.IsSame || n.Session == "") {
		if err := r.restore(n); err != nil {
			return err
		}
	}
	if e.Active() {
		r.out.recent.add(e, r.record)
	}
	return nil
}

func (r *restorer) restore(n *timeline.Record) error {
	if err := r.file.Begin(n); err != nil {
		return err
	}
	isHeader := false
	record := recordtree.Rewritten(n.Raw, func(sound []byte) []byte {
		peeked := pi.Peek(sound)
		isHeader = peeked.IsHeader()
		return r.rewritten(sound, &peeked)
	})
	if !isHeader && !r.file.IsSame {
		if err := r.out.start(); err != nil {
			return err
		}
	}
	r.out.started = true
	return r.file.Add(record)
}

// rewritten returns a record with changes only to the session's id and folder, the agents in the header, and a link to
// a parent that does not exist. It returns nil if the record needs no change.
func (r *restorer) rewritten(sound []byte, record *pi.Record) []byte {
	changes := r.changes(record)
	if id := record.ID.String(); id != "" && !record.IsHeader() {
		r.file.Saw(id)
		r.out.tip, r.record = id, id
	}
	if len(changes) == 0 {
		return nil
	}
	changed := jsonl.Rewrite(nil, sound, changes)
	if record.IsHeader() && (len(pi.AgentsOf(sound)) > 0 || len(r.out.family.agents) > 0 || r.out.family.main != "") {
		return pi.WithAgents(changed, r.out.family.main, r.out.family.named())
	}
	return changed
}

func (r *restorer) changes(record *pi.Record) []jsonl.Change {
	switch {
	case r.file.IsSame:
		return nil
	case !record.IsHeader():
		return r.file.Parent(record.Parent, r.out.tip)
	}
	changes := []jsonl.Change{{Value: record.ID, Text: r.out.plan.ID}}
	if r.file.IsMoved && record.CWD.IsString() {
		changes = append(changes, jsonl.Change{Value: record.CWD, Text: r.out.plan.Dir})
	}
	return changes
}
