package cusf

import (
	"bytes"
	"slices"

	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// restorer restores lines that were already in this format.
type restorer struct {
	out          *output
	session      *session
	conversation *conversation
	redate       bool
	// isWhole reports that all lines of a session in this format are restored, so nothing needs to be added.
	isWhole bool
	// end is the session's own last line. It is held back because an entry may follow it.
	end *timeline.Entry
}

// write restores a line that was already in this format.
func (r *restorer) write(e *timeline.Entry) error {
	if err := r.releaseEnd(); err != nil {
		return err
	}
	if e.Active() {
		r.out.report.Entries++
	}
	clean, changed, ok := jsonl.Clean(e.Native.Raw)
	kind := ""
	if ok {
		kind = format.KindOf(clean)
	}
	switch {
	case kind == format.Meta:
		r.session.hasMeta = true
	case kind == format.SessionStart:
		r.session.hasMeta, r.session.hasStart = true, true
	case kind == format.SessionEnd && !changed:
		r.end = e.Clone()
		return nil
	case !r.isWhole:
		if err := r.session.begin(e.Timestamp); err != nil {
			return err
		}
	}
	r.remember(e, kind)
	return r.out.Line(r.renamed(e.Native.Raw, clean, kind))
}

// releaseEnd writes the last line if it was held back.
func (r *restorer) releaseEnd() error {
	if r.end == nil {
		return nil
	}
	raw := r.end.Native.Raw
	r.end = nil
	return r.out.Line(r.renamed(raw, raw, format.SessionEnd))
}

// remember stores the facts about a restored line that later lines depend on.
func (r *restorer) remember(e *timeline.Entry, kind string) {
	c := r.conversation
	if t, ok := format.ParseTime(e.Timestamp); ok && t.After(c.clock.last) {
		c.clock.last = t
	}
	switch kind {
	case format.Message:
		c.sums.messages++
		c.last, c.inResponse = e.ID, e.Type == timeline.Assistant
		c.used.add("message " + e.ID)
		if c.inResponse {
			c.answers.add(e.ID)
		}
		if e.Usage != nil {
			c.sums.tokens.Input += e.Usage.Input
			c.sums.tokens.Output += e.Usage.Output
		}
	case format.ToolUse:
		c.used.add("tool " + e.ID)
		c.calls[e.ID] = jsonl.Value(e.Native.Raw).Get("tool_id").String()
	case format.ToolResult:
		delete(c.calls, e.CallID)
		c.inResponse = false
	}
}

// renamed returns a line with the session's new id, and with the time of this export if Redate is set.
func (r *restorer) renamed(raw []byte, clean jsonl.Value, kind string) []byte {
	var value jsonl.Value
	var text string
	switch kind {
	case format.SessionStart, format.SessionEnd:
		value, text = clean.Get("session_id"), r.session.plan.ID
		if !value.Is(r.session.header.ID) || r.session.plan.ID == r.session.header.ID {
			return raw
		}
	case format.Meta:
		value, text = clean.Get(format.Meta, "exported_at"), r.session.exportedAt()
		if !r.redate {
			return raw
		}
	}
	if !value.IsString() {
		return raw
	}
	at := bytes.Index(raw, clean) + cap(clean) - cap(value) // the beginning of the value, which shares the line's memory
	return slices.Concat(raw[:at], timeline.AppendString(nil, text), raw[at+len(value):])
}
