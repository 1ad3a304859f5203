package codex

import (
	"bytes"
	"maps"
	"slices"

	format "stead/internal/format/codex"
	"stead/internal/jsonl"
	"stead/timeline"
)

// lineOrder brings native lines back into their order: readers move a result behind its call.
type lineOrder struct {
	session string
	next    int
	waiting map[int]*timeline.Record
}

// maxWaiting is how many lines may wait for one that is missing.
const maxWaiting = 4096

// restores reports whether the entry belongs to a native line that this rollout takes as it is. A session of which parts were left out
// is converted as a whole: its turns and items would no longer fit together.
func (n *encoder) restores(e *timeline.Entry) bool {
	r := e.Native
	if r == nil || r.CLI != format.Name || n.plan.Stream.Cut {
		return false
	}
	if n.verbatim {
		return true
	}
	if r.Raw == nil { // a further entry of a line: the first one decided
		return n.started && n.order.session == r.Session && n.order.next > 0
	}
	if !n.started {
		return n.begins(r)
	}
	if r.Damaged {
		return n.order.next > 0
	}
	l := n.peek(r)
	return !l.Bare && (l.Ordinal != nil) == (n.out.mode == format.Paginated)
}

// peek looks into a native line. The newest one is remembered, as it is asked for twice.
func (n *encoder) peek(r *timeline.Record) format.Line {
	if n.peeked.record != r {
		n.peeked.record, n.peeked.line = r, format.Peek(r.Raw)
	}
	return n.peeked.line
}

// begins reports whether a line is the metadata of a rollout that can be resumed, and takes over its mode.
func (n *encoder) begins(r *timeline.Record) bool {
	l := format.Peek(r.Raw)
	if r.Damaged || l.Type != format.SessionMeta || l.Bare {
		return false
	}
	n.out.mode = format.Legacy
	if l.Ordinal != nil {
		n.out.mode = format.Paginated
	}
	n.root = r.Session
	return true
}

// restore writes an entry's line when those before it are written.
func (n *encoder) restore(e *timeline.Entry) {
	r := e.Native
	n.started = true
	n.noteCall(e)
	if r.Raw == nil || (n.verbatim && r.Session != "") {
		return // the line is written with its first entry; an inherited one lies in the parent's rollout
	}
	if r.Session != n.order.session || n.order.next == 0 {
		n.restoreWaiting()
		n.order = lineOrder{session: r.Session, next: r.Line, waiting: map[int]*timeline.Record{}}
	}
	n.order.waiting[r.Line] = r
	for ready := n.order.waiting[n.order.next]; ready != nil; ready = n.order.waiting[n.order.next] {
		delete(n.order.waiting, n.order.next)
		n.order.next++
		n.restoreLine(ready)
	}
	if len(n.order.waiting) > maxWaiting {
		n.restoreWaiting()
	}
}

// noteCall remembers a restored call, so that a result that is converted finds it.
func (n *encoder) noteCall(e *timeline.Entry) {
	switch {
	case e.Type == timeline.ToolCall && e.OriginalTool != format.WebSearch:
		c := pendingCall{id: e.ID, restored: true, own: true}
		if e.OriginalTool == format.ApplyPatch {
			c.call.Name = format.ApplyPatch
		}
		n.pending.add(e.ID, c)
	case e.Type == timeline.ToolResult:
		n.pending.take(e.CallID)
	}
}

// restoreWaiting writes the lines that still wait for one that did not come.
func (n *encoder) restoreWaiting() {
	for _, line := range slices.Sorted(maps.Keys(n.order.waiting)) {
		n.restoreLine(n.order.waiting[line])
	}
	n.order = lineOrder{}
}

// restoreLine writes a native line: byte for byte, but for the session's id where it gets another one, and for an ordinal that
// is taken.
func (n *encoder) restoreLine(r *timeline.Record) {
	if r.Damaged {
		n.out.raw(r.Raw)
		return
	}
	l := n.peek(r)
	if n.verbatim {
		n.follow(l)
		n.out.raw(r.Raw)
		return
	}
	if l.Type == format.SessionMeta && (n.isNew || r.Session != n.root) {
		return // the rollout has its metadata: its own, or those of the parent whose lines it holds now
	}
	n.noteTurn(l)
	line := n.renamed(r, l)
	if n.out.mode == format.Paginated {
		line = n.renumbered(line, l.Ordinal)
	}
	n.out.raw(line)
}

// follow notes what converted lines must know of a line that stays as it is: the rollout's mode, its turns and its ordinals.
func (n *encoder) follow(l format.Line) {
	n.noteTurn(l)
	if l.Type == format.SessionMeta && n.out.Lines == 0 && l.Ordinal == nil {
		n.out.mode = format.Legacy
	}
	if l.Ordinal != nil {
		n.out.mode, n.out.ordinal = format.Paginated, max(n.out.ordinal, l.Ordinal.Int()+1)
	}
}

// renamed returns the line with the new session's id, and its folder where another was asked for.
func (n *encoder) renamed(r *timeline.Record, l format.Line) []byte {
	old := r.Session
	if old == "" {
		old = n.plan.Stream.Header.Source.OriginalID
	}
	line := r.Raw
	isMeta := l.Type == format.SessionMeta && n.out.Lines == 0
	if bytes.Contains(line, []byte(old)) {
		line = replaceID(line, old, n.plan.ID, isMeta)
	}
	if isMeta && n.plan.Dir != n.plan.Stream.Header.Project.Path {
		line = replaceMember(line, timeline.NewText(n.plan.Dir).JSON(), "payload", "cwd")
	}
	if isMeta {
		line = n.annotated(n.adopted(n.configured(line)))
	}
	return line
}

// configured returns the line of the metadata with the provider that Codex is configured for: it refuses a session of another one,
// and the terminal also one of none in a home that was used before (0.169.0).
func (n *encoder) configured(line []byte) []byte {
	if n.plan.Provider == "" {
		return line
	}
	provider := timeline.NewText(n.plan.Provider).JSON()
	payload := jsonl.Value(line).Get("payload")
	if payload.Get("model_provider") != nil {
		return replaceMember(line, provider, "payload", "model_provider")
	}
	named := append([]byte(`{"model_provider":`), provider...)
	if rest := bytes.TrimSpace(payload[1:]); rest[0] != '}' {
		named = append(named, ',')
	}
	return replaceMember(line, append(named, payload[1:]...), "payload")
}

// renumbered returns the line with an ordinal higher than those before. Gaps do no harm; an ordinal that occurs twice makes
// the terminal leave lines out.
func (n *encoder) renumbered(line []byte, ordinal jsonl.Value) []byte {
	if ordinal != nil && ordinal.Int() >= n.out.ordinal {
		n.out.ordinal = ordinal.Int() + 1
		return line
	}
	line = replaceMember(line, appendInt(nil, n.out.ordinal), "ordinal")
	n.out.ordinal++
	return line
}

// noteTurn follows the turns of restored lines, so that converted ones begin or close a turn where they must.
func (n *encoder) noteTurn(l format.Line) {
	if l.Type != format.EventMessage {
		return
	}
	switch l.Kind() {
	case "task_started", "turn_started":
		n.turn = turn{id: l.Payload.Get("turn_id").String(), answered: true, restored: true, time: n.stamp(l.Timestamp.String())}
	case "task_complete", "turn_complete", "turn_aborted":
		n.turn = turn{}
	}
}

// ownReasoning returns the response item of an entry that holds reasoning of Codex's own model, or nil. Anybody else's must not be
// sent: the API checks it.
func ownReasoning(e *timeline.Entry) jsonl.Value {
	if e.Native == nil || e.Native.CLI != format.Name || e.Native.Raw == nil || e.Native.Damaged {
		return nil
	}
	l := format.Peek(e.Native.Raw)
	if l.Type != format.ResponseItem || l.Kind() != "reasoning" || !l.Payload.Get("encrypted_content").IsString() {
		return nil
	}
	return l.Payload
}

// reasoning writes Codex's own reasoning as it was.
func (n *encoder) reasoning(e *timeline.Entry, own jsonl.Value, timestamp string) {
	n.openTurn(timestamp)
	n.turn.answered = true
	n.out.line(format.ResponseItem, timestamp, func(dst []byte) []byte { return append(dst, own...) })
	if e.Thinking.IsEmpty() {
		return
	}
	n.item(timestamp, "Reasoning", n.itemID(), func(o *timeline.Object) {
		o.Append("summary_text", func(dst []byte) []byte { return appendTexts(dst, []timeline.Text{e.Thinking}) })
		o.Raw("raw_content", []byte("[]"))
	})
	n.legacyEvent(timestamp, func(o *timeline.Object) {
		o.String("type", "agent_reasoning")
		o.Text("text", e.Thinking)
	})
}
