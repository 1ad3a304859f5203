package gemini

import (
	"bytes"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// restorer restores native lines.
type restorer struct {
	out      *output
	verbatim bool     // native lines keep the session's id, because the session keeps it
	started  bool     // whether the session has its header
	newest   position // of the newest native line
	// waiting are the calls of native lines that have no result yet.
	waiting map[string]string
}

// position is the place of a native line.
type position struct {
	session string
	line    int
}

// takes reports whether the entry belongs to a native line that this session restores unchanged. A session with omitted
// parts is converted as a whole, because snapshots hold everything.
func (r *restorer) takes(e *timeline.Entry) bool {
	native := e.Native
	switch {
	case native == nil || native.CLI != format.Name || r.out.plan.Stream.Cut:
		return false
	case native.Raw == nil: // a further entry of a line: the first one decided
		return r.newest == position{native.Session, native.Line}
	case r.verbatim || r.started:
		return true
	}
	return !native.Damaged && format.Peek(native.Raw).Kind == format.Header
}

// write writes an entry's line.
func (r *restorer) write(e *timeline.Entry) {
	r.started = true
	r.noteCall(e)
	native := e.Native
	if native.Raw == nil {
		return
	}
	r.newest = position{native.Session, native.Line}
	if r.verbatim || native.Damaged {
		r.out.line(native.Raw)
		return
	}
	r.out.line(r.renamed(native))
}

// noteCall remembers a restored call for a converted result.
func (r *restorer) noteCall(e *timeline.Entry) {
	switch e.Type {
	case timeline.ToolCall:
		r.waiting[e.ID] = nativeName(e)
	case timeline.ToolResult:
		delete(r.waiting, e.CallID)
	}
}

// nativeName returns the name of a restored call in its record.
func nativeName(e *timeline.Entry) string {
	if name, _, ok := format.NativeMCP(e.OriginalTool); ok {
		return name
	}
	return e.OriginalTool
}

// renamed returns a line with the new session's id. Headers and updates contain the id.
func (r *restorer) renamed(native *timeline.Record) []byte {
	old := native.Session
	if old == "" {
		old = r.out.plan.Stream.Header.Source.OriginalID
	}
	l := format.Peek(native.Raw)
	if l.Kind != format.Header && l.Kind != format.Update {
		return native.Raw
	}
	id := l.Value.Get("sessionId")
	if !bytes.Equal(id, timeline.NewText(old).JSON()) {
		return native.Raw
	}
	return jsonl.Rewrite(nil, native.Raw, []jsonl.Change{{Value: id, Text: r.out.plan.ID}})
}
