package pi

import (
	"hash/maphash"
	"slices"
	"strings"

	"stead/internal/format/pi"
	"stead/internal/jsonl"
	"stead/internal/recordtree"
	"stead/timeline"
)

// restorer writes the CLI's own records back, in the order in which they stood.
type restorer struct {
	*encoder
	// isSame is set when the session keeps its id: nothing is to be changed then. IsMoved is set when it goes on in another folder
	// than the one in which it was held. IsOld is set for a version of the format that the CLI would rewrite.
	isSame, isMoved, isOld bool
	order                  recordtree.Order
	// session and line are those of the last record, whose further entries are passed over.
	session string
	line    int
	// told are the checksums of the ids that were there so far.
	told map[uint64]struct{}
	seed maphash.Seed
	// record is the id of the last record.
	record string
}

func newRestorer(e *encoder) restorer {
	h := e.plan.Stream.Header
	isSame := h.Source.CLI == pi.Name && e.plan.ID == h.Source.OriginalID
	return restorer{
		encoder: e, isSame: isSame, isMoved: !isSame && e.plan.Dir != "" && e.plan.Dir != h.Project.Path,
		told: map[uint64]struct{}{}, seed: maphash.MakeSeed(),
	}
}

// takes reports whether an entry is written from its record. A session of which parts were left out is converted as a whole, and so is
// one of an older version: the CLI rewrites that when it loads it, and stead would no longer know which records are new.
func (r *restorer) takes(e *timeline.Entry) bool {
	n := e.Native
	if n == nil || n.CLI != pi.Name || r.plan.Stream.Cut {
		return false
	}
	if n.Line == 1 && n.Session == "" && n.Raw != nil {
		header := pi.Peek(n.Raw)
		r.isOld = !r.isSame && header.IsHeader() && header.Version.Int() < pi.Version
	}
	return !r.isOld && (n.Raw != nil || r.session == n.Session && r.line == n.Line)
}

func (r *restorer) entry(e *timeline.Entry) error {
	if e.Type == timeline.ToolCall {
		own, _, _ := strings.Cut(e.ID, "~")
		r.calls[e.ID] = call{id: own, name: e.OriginalTool}
	}
	n := e.Native
	if n.Raw != nil && (!r.isSame || n.Session == "") {
		if err := r.restore(n); err != nil {
			return err
		}
	}
	if e.Active() {
		r.recent.add(e, r.record)
	}
	return nil
}

func (r *restorer) restore(n *timeline.Record) error {
	if n.Session != r.session {
		if err := r.flush(); err != nil {
			return err
		}
		r.order.From(n.Line)
	}
	r.session, r.line = n.Session, n.Line
	record, isHeader := r.restored(n)
	if !isHeader && !r.isSame {
		if err := r.start(); err != nil {
			return err
		}
	}
	r.started = true
	return r.order.Add(n.Line, record, r.out.Line)
}

func (r *restorer) flush() error { return r.order.Flush(r.out.Line) }

// restored returns a record with no other change than the session's id and folder, and the link to a parent that is not there.
func (r *restorer) restored(native *timeline.Record) (record []byte, isHeader bool) {
	before, sound, after, ok := jsonl.Split(native.Raw)
	if !ok {
		return native.Raw, false
	}
	peeked := pi.Peek(sound)
	changes := r.changes(&peeked)
	if id := peeked.ID.String(); id != "" && !peeked.IsHeader() {
		r.told[maphash.String(r.seed, id)] = struct{}{}
		r.tip, r.record = id, id
	}
	if len(changes) == 0 {
		return native.Raw, peeked.IsHeader()
	}
	changed := jsonl.Rewrite(nil, sound, changes)
	if peeked.IsHeader() && (len(pi.AgentsOf(sound)) > 0 || len(r.agents) > 0 || r.main != "") {
		changed = pi.WithAgents(changed, r.main, r.named())
	}
	return slices.Concat(before, changed, after), peeked.IsHeader()
}

func (r *restorer) changes(record *pi.Record) []jsonl.Change {
	var changes []jsonl.Change
	switch {
	case r.isSame:
	case record.IsHeader():
		changes = append(changes, jsonl.Change{Value: record.ID, Text: r.plan.ID})
		if r.isMoved && record.CWD.IsString() {
			changes = append(changes, jsonl.Change{Value: record.CWD, Text: r.plan.Dir})
		}
	case record.Parent.IsString() && r.tip != "":
		if _, ok := r.told[maphash.String(r.seed, record.Parent.String())]; !ok {
			changes = append(changes, jsonl.Change{Value: record.Parent, Text: r.tip})
		}
	}
	return changes
}
