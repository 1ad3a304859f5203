package cusf

import (
	"bytes"
	"slices"

	format "stead/internal/format/cusf"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restore writes a line that was in this format already.
func (n *encoder) restore(e *timeline.Entry) error {
	if err := n.releaseEnd(); err != nil {
		return err
	}
	if e.Active() {
		n.report.Entries++
	}
	clean, changed, ok := jsonl.Clean(e.Native.Raw)
	kind := ""
	if ok {
		kind = format.KindOf(clean)
	}
	switch {
	case kind == format.Meta:
		n.hasMeta = true
	case kind == format.SessionStart:
		n.hasMeta, n.hasStart = true, true
	case kind == format.SessionEnd && !changed:
		n.end = e.Clone()
		return nil
	case !n.isWhole:
		if err := n.begin(e.Timestamp); err != nil {
			return err
		}
	}
	n.remember(e, kind)
	return n.out.Line(n.renamed(e.Native.Raw, clean, kind))
}

// releaseEnd writes the last line that was held back.
func (n *encoder) releaseEnd() error {
	if n.end == nil {
		return nil
	}
	raw := n.end.Native.Raw
	n.end = nil
	return n.out.Line(n.renamed(raw, raw, format.SessionEnd))
}

// remember notes what lines to come must know of a restored one.
func (n *encoder) remember(e *timeline.Entry, kind string) {
	if t, ok := format.ParseTime(e.Timestamp); ok && t.After(n.clock.last) {
		n.clock.last = t
	}
	switch kind {
	case format.Message:
		n.messages++
		n.last, n.inResponse = e.ID, e.Type == timeline.Assistant
		n.note(n.used, "message "+e.ID)
		if n.inResponse {
			n.note(n.answers, e.ID)
		}
		if e.Usage != nil {
			n.tokens.Input += e.Usage.Input
			n.tokens.Output += e.Usage.Output
		}
	case format.ToolUse:
		n.note(n.used, "tool "+e.ID)
		n.calls[e.ID] = jsonl.Value(e.Native.Raw).Get("tool_id").String()
	case format.ToolResult:
		delete(n.calls, e.CallID)
		n.inResponse = false
	}
}

// renamed returns a line with the id that the session has now, and with the time of this writing where that is wanted.
func (n *encoder) renamed(raw []byte, clean jsonl.Value, kind string) []byte {
	var value jsonl.Value
	var text string
	switch kind {
	case format.SessionStart, format.SessionEnd:
		value, text = clean.Get("session_id"), n.plan.ID
		if !value.Is(n.header.ID) || n.plan.ID == n.header.ID {
			return raw
		}
	case format.Meta:
		value, text = clean.Get(format.Meta, "exported_at"), n.exportedAt()
		if !n.Redate {
			return raw
		}
	}
	if !value.IsString() {
		return raw
	}
	at := bytes.Index(raw, clean) + cap(clean) - cap(value) // the value shares the line's memory: this is where it begins
	return slices.Concat(raw[:at], timeline.AppendString(nil, text), raw[at+len(value):])
}
