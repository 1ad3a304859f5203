package gemini

import (
	"bytes"

	format "stead/internal/format/gemini"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restores reports whether the entry belongs to a native line that this session takes as it is. A session of which parts were left out
// is converted as a whole: snapshots hold everything.
func (n *encoder) restores(e *timeline.Entry) bool {
	r := e.Native
	switch {
	case r == nil || r.CLI != format.Name || n.plan.Stream.Cut:
		return false
	case r.Raw == nil: // a further entry of a line: the first one decided
		return n.restored == position{r.Session, r.Line}
	case n.verbatim || n.started:
		return true
	}
	return !r.Damaged && format.Peek(r.Raw).Kind == format.Header
}

// restore writes an entry's line.
func (n *encoder) restore(e *timeline.Entry) {
	n.started = true
	n.noteCall(e)
	r := e.Native
	if r.Raw == nil {
		return
	}
	n.restored = position{r.Session, r.Line}
	if n.verbatim || r.Damaged {
		n.out.line(r.Raw)
		return
	}
	n.out.line(n.renamed(r))
}

// noteCall remembers a restored call, so that a result that is converted finds it.
func (n *encoder) noteCall(e *timeline.Entry) {
	switch e.Type {
	case timeline.ToolCall:
		n.waiting[e.ID] = nativeName(e)
	case timeline.ToolResult:
		delete(n.waiting, e.CallID)
	}
}

// nativeName is a restored call's name in its record.
func nativeName(e *timeline.Entry) string {
	if name, _, ok := format.NativeMCP(e.OriginalTool); ok {
		return name
	}
	return e.OriginalTool
}

// renamed returns a line with the new session's id: headers and updates name it.
func (n *encoder) renamed(r *timeline.Record) []byte {
	old := r.Session
	if old == "" {
		old = n.plan.Stream.Header.Source.OriginalID
	}
	l := format.Peek(r.Raw)
	if l.Kind != format.Header && l.Kind != format.Update {
		return r.Raw
	}
	id := l.Value.Get("sessionId")
	if !bytes.Equal(id, timeline.NewText(old).JSON()) {
		return r.Raw
	}
	return jsonl.Rewrite(nil, r.Raw, []jsonl.Change{{Value: id, Text: n.plan.ID}})
}
