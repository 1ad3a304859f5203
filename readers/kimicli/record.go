package kimicli

import (
	format "stead/adapters/kimicli"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// record is a parsed line: its entries. Everything in it comes from the line alone. A joiner combines records.
type record struct {
	line    int
	role    string
	entries []*timeline.Entry
}

// parse converts a line to a record. It never fails: a line that it cannot read becomes a hidden entry that holds the
// line.
func parse(line jsonl.Line) record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	r := record{line: line.Number}
	if ok {
		r.read(format.Peek(clean))
	} else {
		r.entries = append(r.entries, entry.Unreadable(clean))
	}
	if len(r.entries) == 0 {
		r.hide(timeline.Text{})
	}
	entry.Keep(r.entries, format.Name, line, changed || !ok)
	return r
}

func (r *record) read(p format.Record) {
	r.role = p.Role.String()
	switch r.role {
	case format.RoleUser:
		c := format.ReadContent(p.Content)
		r.user(c)
		r.unknownParts(c)
	case format.RoleAssistant:
		r.assistant(p)
	case format.RoleTool:
		r.tool(p)
	case format.RoleSystem:
		r.hide(format.ReadContent(p.Content).Text())
	case format.RoleSystemPrompt:
		r.hide(timeline.Text{})
		r.entries[0].Origin = &timeline.Origin{Kind: timeline.Instructions}
	case format.RoleCheckpoint, format.RoleUsage:
	default:
		r.unknown("message of the role", p.Role, p.Raw)
	}
}

// unknown adds entries for a value of a kind that Kimi CLI 1.49 does not write.
func (r *record) unknown(what string, kind, value jsonl.Value) {
	r.entries = append(r.entries, entry.Unknown(entry.KindName(what, kind), value)...)
}

func (r *record) unknownParts(c format.Content) {
	for _, part := range c.Unknown {
		r.unknown("part of the type", part.Get("type"), part)
	}
}

func (r *record) user(c format.Content) {
	if summary, ok := format.Summary(c); ok {
		e := r.add(timeline.System, "")
		e.Content, e.Compaction = summary, &timeline.Compaction{}
		return
	}
	if format.IsHarness(c) {
		r.context(c)
		return
	}
	if len(c.Texts)+len(c.Media) == 0 {
		return
	}
	e := r.add(timeline.User, "")
	e.Content, e.Attachments = c.Text(), c.Media
	e.ReadTold()
}

// context reads a text that the CLI itself sent to the model.
func (r *record) context(c format.Content) {
	content, origin, isRebuilt := format.Context(c)
	kind := timeline.User
	if isRebuilt {
		kind = timeline.System
	}
	e := r.add(kind, "")
	e.Content, e.Origin, e.Hidden = content, origin, isRebuilt
}

// assistant reads an answer of the model: an entry for each text, the first with the thinking, and one for each call.
func (r *record) assistant(p format.Record) {
	c := format.ReadContent(p.Content)
	thinking := timeline.Join(c.Thinking, "\n\n")
	for _, text := range c.Texts {
		e := r.add(timeline.Assistant, "")
		e.Content, e.Thinking = text, thinking
		thinking = timeline.Text{}
	}
	if !thinking.IsEmpty() {
		r.add(timeline.Assistant, "").Thinking = thinking
	}
	for call := range jsonl.Elements(p.ToolCalls) {
		r.call(format.PeekCall(call))
	}
	r.unknownParts(c)
}

func (r *record) call(c format.Call) {
	arguments := []byte(c.Arguments.String())
	if c.Arguments.IsNull() || len(arguments) == 0 {
		arguments = []byte("{}")
	}
	e := r.add(timeline.ToolCall, c.ID.String())
	e.OriginalTool = c.Name.String()
	e.Tool, e.Input = format.ToUniversal(e.OriginalTool, arguments)
}

func (r *record) tool(p format.Record) {
	c := format.ReadContent(p.Content)
	o := format.ParseOutput(c)
	e := r.add(timeline.ToolResult, "")
	e.CallID, e.Output, e.Error, e.Success, e.Attachments = p.CallID.String(), o.Output, o.Error, !o.Failed, c.Media
	r.unknownParts(c)
}

// add appends an entry. Its id may be empty: the joiner then assigns one.
func (r *record) add(kind timeline.EntryType, id string) *timeline.Entry {
	e := &timeline.Entry{ID: id, Type: kind}
	r.entries = append(r.entries, e)
	return e
}

// hide appends a hidden entry with the record's readable text.
func (r *record) hide(text timeline.Text) {
	e := r.add(timeline.System, "")
	e.Hidden, e.Content = true, text
}

// repeat replaces the entries of a record that the previous context file also holds with a hidden entry.
func (r *record) repeat() {
	native := r.entries[0].Native
	r.entries = nil
	r.hide(timeline.Text{})
	r.entries[0].Native = native
}
