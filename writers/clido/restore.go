package clido

import (
	"bytes"
	"slices"
	"strings"

	format "stead/internal/format/clido"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restores reports whether an entry is to be written from its line. Of a session that was cut, a line of several entries is not:
// some of them may be gone.
func (n *encoder) restores(e *timeline.Entry) bool {
	if e.Native == nil || e.Native.CLI != format.Name || e.Native.Session != "" {
		return false
	}
	if !n.plan.Stream.Cut {
		return true
	}
	if e.Native.Raw == nil {
		return n.restored == e.Native.Line
	}
	return !isComposite(e.Native.Raw)
}

// isComposite reports whether a line's message has several content blocks.
func isComposite(raw []byte) bool {
	blocks := 0
	for range jsonl.Elements(jsonl.Value(raw).Get("content")) {
		blocks++
	}
	return blocks > 1
}

// restore writes a line with no other change than the session's id and, where the session goes on elsewhere, its folder.
func (n *encoder) restore(e *timeline.Entry) error {
	if c := n.open[e.CallID]; c != nil && e.Type == timeline.ToolResult {
		delete(n.open, e.CallID) // the call was converted, and is answered by this line
	}
	if e.Active() {
		if err := n.settleAll(); err != nil {
			return err
		}
		n.report.Entries++
	} else if err := n.flush(); err != nil {
		return err
	}
	n.track(e)
	raw := e.Native.Raw
	if raw == nil {
		return nil
	}
	n.restored = e.Native.Line
	if n.isSame {
		return n.out.Line(raw)
	}
	clean, _, ok := jsonl.Clean(raw)
	if !ok || !format.Loads(clean) {
		return n.keep(raw)
	}
	n.note(clean)
	if !jsonl.Value(clean).Get("type").Is(format.Meta) {
		if err := n.begin(); err != nil {
			return err
		}
		return n.out.Line(raw)
	}
	if n.hasMeta {
		return nil
	}
	n.hasMeta = true
	return n.out.Line(n.moved(clean))
}

// track follows which restored calls wait for a result.
func (n *encoder) track(e *timeline.Entry) {
	switch e.Type {
	case timeline.ToolCall:
		id, _, _ := strings.Cut(e.ID, "#line-") // what the reader adds to an id that comes twice
		n.native[e.ID] = id
	case timeline.ToolResult:
		delete(n.native, e.CallID)
	}
}

// keep keeps a line that clido would refuse the whole session for, as a note that its loader passes over.
func (n *encoder) keep(raw []byte) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	n.lose("line that clido does not load", "it would refuse the whole session for it: a system line holds its text")
	return n.line(format.System, func(o *timeline.Object) {
		o.String("subtype", "info")
		o.String("message", string(raw))
	})
}

// note remembers the ids of a restored line's calls.
func (n *encoder) note(line jsonl.Value) {
	for block := range jsonl.Elements(line.Get("content")) {
		if block.Get("type").Is(format.UseBlock) {
			n.used.Take(block.Get("id").String())
		}
	}
}

// moved returns the first line with the id and the folder that the session has now.
func (n *encoder) moved(meta jsonl.Value) []byte {
	line := replaced(meta, "session_id", n.plan.ID)
	if n.plan.Dir != "" {
		line = replaced(line, "project_path", n.plan.Dir)
	}
	return line
}

// replaced returns a line with another text for one of its members.
func replaced(line jsonl.Value, member, text string) jsonl.Value {
	value := line.Get(member)
	if !value.IsString() || value.String() == text {
		return line
	}
	at := cap(line) - cap(value) // the value shares the line's memory: this is where it begins
	return slices.Concat(line[:at], timeline.AppendString(nil, text), line[at+len(value):])
}
