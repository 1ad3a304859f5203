package qwen

import (
	"hash/maphash"
	"slices"
	"strings"

	"stead/internal/format/qwen"
	"stead/internal/jsonl"
	"stead/internal/recordtree"
	"stead/timeline"
)

// restorer writes the CLI's own records back, in the order in which they stood.
type restorer struct {
	*encoder
	// isSame is set when the session keeps its id: nothing is to be changed then. IsMoved is set when it goes on in another folder
	// than the one in which it was held.
	isSame, isMoved bool
	order           recordtree.Order
	// session and line are those of the last record, whose further entries are passed over.
	session string
	line    int
	// told are the checksums of the uuids that were there so far.
	told map[uint64]struct{}
	seed maphash.Seed
	// endsAside is set while the last record stands on another branch than the conversation.
	endsAside bool
}

func newRestorer(e *encoder) restorer {
	isSame := e.plan.ID == e.plan.Stream.Header.Source.OriginalID && e.isOwn()
	return restorer{
		encoder: e, isSame: isSame, isMoved: !isSame && e.plan.Dir != "" && e.plan.Dir != e.stream.Header.Project.Path,
		told: map[uint64]struct{}{}, seed: maphash.MakeSeed(),
	}
}

// takes reports whether an entry is written from its record. A session of which parts were left out is converted as a whole.
func (r *restorer) takes(e *timeline.Entry) bool {
	n := e.Native
	if n == nil || n.CLI != qwen.Name || r.stream.Cut {
		return false
	}
	return n.Raw != nil || r.session == n.Session && r.line == n.Line
}

func (r *restorer) entry(e *timeline.Entry) error {
	if e.Type == timeline.ToolCall {
		r.taken[e.ID]++
		r.ids[e.ID] = call{id: ownID(e.ID), name: e.OriginalTool}
	}
	n := e.Native
	if n.Raw == nil || r.isSame && n.Session != "" {
		return nil // written with its first entry, or in its own session's file
	}
	if n.Session != r.session {
		if err := r.flush(); err != nil {
			return err
		}
		r.order.From(n.Line)
	}
	r.session, r.line = n.Session, n.Line
	r.sides.note(e.ID)
	return r.order.Add(n.Line, r.restored(n, e.Branch != ""), r.out.Line)
}

// ownID returns a call's id as the CLI has it: the reader numbers those that were used again.
func ownID(id string) string {
	own, _, _ := strings.Cut(id, "~")
	return own
}

func (r *restorer) flush() error { return r.order.Flush(r.out.Line) }

// restored returns a record with no other change than the session's id, the folder, and the link to a parent that is not there.
func (r *restorer) restored(native *timeline.Record, isAside bool) []byte {
	before, sound, after, ok := jsonl.Split(native.Raw)
	if !ok {
		return native.Raw
	}
	record := qwen.Peek(sound)
	changes := r.changes(&record)
	if record.InTree() {
		r.told[r.sum(record.UUID)] = struct{}{}
		r.endsAside = isAside
		r.sides.written(record.UUID.String())
		if !isAside {
			r.tip = record.UUID.String()
		}
	}
	if len(changes) == 0 {
		return native.Raw
	}
	return slices.Concat(before, jsonl.Rewrite(nil, sound, changes), after)
}

func (r *restorer) sum(uuid jsonl.Value) uint64 { return maphash.String(r.seed, uuid.String()) }

func (r *restorer) changes(record *qwen.Record) []jsonl.Change {
	if r.isSame {
		return nil
	}
	var changes []jsonl.Change
	if record.Session.IsString() && !record.Session.Is(r.plan.ID) {
		changes = append(changes, jsonl.Change{Value: record.Session, Text: r.plan.ID})
	}
	if r.isMoved && record.CWD.IsString() && record.CWD.String() == r.stream.Header.Project.Path {
		changes = append(changes, jsonl.Change{Value: record.CWD, Text: r.plan.Dir})
	}
	if record.InTree() && record.Parent.IsString() && r.tip != "" {
		if _, ok := r.told[r.sum(record.Parent)]; !ok {
			changes = append(changes, jsonl.Change{Value: record.Parent, Text: r.tip})
		}
	}
	return changes
}

// finish sees to it that the conversation goes on from its leaf: the CLI takes the last record for that, and a process that outlived
// its terminal may have noted something on a branch that was left (0.15.10).
func (r *restorer) finish() error {
	if !r.endsAside || r.isSame {
		return nil
	}
	return r.leaf()
}
