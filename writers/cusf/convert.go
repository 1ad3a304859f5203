package cusf

import (
	format "stead/internal/format/cusf"
	"stead/internal/jsonl"
	"stead/timeline"
)

// passOver leaves out an entry that is no part of the active conversation, or keeps it for the next line.
func (n *encoder) passOver(e *timeline.Entry) error {
	if e.Branch == "" && counts(e) {
		n.settle()
		n.spare = counted{by: e.ID, usage: e.Usage.Add(timeline.Usage{})}
	}
	if n.Reconstruct {
		n.keep(e)
	} else if !e.Hidden {
		n.lose("abandoned branch", "the format keeps one branch of a conversation: only the active one is written")
	}
	return nil
}

// write writes an entry, if it belongs into the file.
func (n *encoder) write(e *timeline.Entry) error {
	if !e.Active() && !isInstruction(e) {
		return n.passOver(e)
	}
	if err := n.begin(e.Timestamp); err != nil {
		return err
	}
	return n.convert(e)
}

// isInstruction reports whether an entry is what the program told the model as its developer. The standard maps that role to the system's.
func isInstruction(e *timeline.Entry) bool {
	return e.Type == timeline.System && e.Branch == "" && jsonl.Value(e.Extra[timeline.RoleExtra]).Is("developer") && !e.Content.IsBlank()
}

// convert writes the line of an entry.
func (n *encoder) convert(e *timeline.Entry) error {
	n.report.Entries++
	switch e.Type {
	case timeline.ToolCall:
		return n.call(e)
	case timeline.ToolResult:
		return n.result(e)
	}
	if e.Compaction != nil {
		n.lose("mark of a compaction", "the summary becomes a system message; that it replaced the entries before it is lost")
	}
	return n.message(e)
}

// message writes what somebody said.
func (n *encoder) message(e *timeline.Entry) error {
	content := n.content(e.Told(), e.Attachments)
	o := timeline.NewObject(nil)
	n.messageMembers(&o, e, n.unique("message ", e.ID), content)
	n.appendEntry(&o, e, len(e.Attachments) == 0)
	return n.out.Line(o.End())
}

// turn writes the message that a call belongs to, where the model said nothing before it: calls need one to name as their parent. It
// takes over what the call tells about the response.
func (n *encoder) turn(call *timeline.Entry) error {
	said := &timeline.Entry{
		Type: timeline.Assistant, Timestamp: call.Timestamp, ParentID: call.ParentID,
		Model: call.Model, Usage: call.Usage, StopReason: call.StopReason, Thinking: call.Thinking,
	}
	o := timeline.NewObject(nil)
	n.messageMembers(&o, said, n.unique("message ", call.ID+"-turn"), timeline.Text{})
	n.appendMade(&o)
	return n.out.Line(o.End())
}

// messageMembers adds the members of a message in the order of the standard's example, and remembers the message.
func (n *encoder) messageMembers(o *timeline.Object, e *timeline.Entry, id string, content timeline.Text) {
	o.String("type", "message")
	o.String("role", string(e.Type))
	o.Text("content", content)
	o.String("timestamp", n.stamp(e.Timestamp))
	n.parent(o, e)
	o.String("message_id", id)
	if e.Type == timeline.Assistant || n.isOwn() {
		n.response(o, e)
	}
	n.messages++
	n.last, n.inResponse = id, e.Type == timeline.Assistant
	if n.inResponse {
		n.note(n.answers, id)
	}
}

// parent names the message before: the entry's own parent where that is one, else the last. Calls and results are no messages.
func (n *encoder) parent(o *timeline.Object, e *timeline.Entry) {
	switch own := jsonl.Value(e.Extra[format.ExtraParent]); {
	case own.IsString():
		o.Raw("parent_id", own)
	case n.last == "":
		o.Raw("parent_id", []byte("null"))
	case e.ParentID != "" && n.has(n.used, "message "+e.ParentID):
		o.String("parent_id", e.ParentID)
	default:
		o.String("parent_id", n.last)
	}
}

// call writes a call, after the message that it belongs to.
func (n *encoder) call(e *timeline.Entry) error {
	parent := n.last
	if e.ParentID != "" && n.has(n.answers, e.ParentID) {
		parent = e.ParentID
		if e.Usage != nil {
			n.lose("token counts of a call", "the message of the response has none of its own for them")
		}
	} else if !n.inResponse {
		if err := n.turn(e); err != nil {
			return err
		}
		parent = n.last
	}
	return n.callOf(e, parent)
}

// callOf writes a call of the message parent.
func (n *encoder) callOf(e *timeline.Entry, parent string) error {
	id := n.unique("tool ", e.ID)
	n.calls[e.ID] = id
	name, input, plain := n.translate(e)
	o := timeline.NewObject(nil)
	o.String("type", "tool_use")
	o.String("tool_name", name)
	o.Raw("tool_input", input)
	o.String("tool_id", id)
	o.String("timestamp", n.stamp(e.Timestamp))
	if own := jsonl.Value(e.Extra[format.ExtraParent]); own.IsString() {
		o.Raw("parent_id", own)
	} else {
		o.String("parent_id", parent)
	}
	n.appendEntry(&o, e, plain)
	return n.out.Line(o.End())
}

// result writes a result, after a call of its own where the source has none: the standard wants one for each.
func (n *encoder) result(e *timeline.Entry) error {
	id, ok := n.calls[e.CallID]
	if !ok {
		n.lose("call of a result", "the source has only the result: stead adds a call of unknown_tool")
		missing := &timeline.Entry{ID: e.CallID, Type: timeline.ToolCall, Timestamp: e.Timestamp, Tool: timeline.Unknown, OriginalTool: "unknown_tool"}
		if err := n.madeCall(missing); err != nil {
			return err
		}
		id = n.calls[e.CallID]
	}
	delete(n.calls, e.CallID)
	n.inResponse = false
	o := timeline.NewObject(nil)
	o.String("type", "tool_result")
	o.String("tool_id", id)
	o.Text("result", n.content(e.Output, e.Attachments))
	o.Bool("is_error", !e.Success)
	if !e.Success {
		n.failure(&o, e)
	}
	o.String("timestamp", n.stamp(e.Timestamp))
	if isTruncated(e) {
		o.Bool("truncated", true)
	}
	n.appendEntry(&o, e, len(e.Attachments) == 0)
	return n.out.Line(o.End())
}

// madeCall writes a call that nobody made.
func (n *encoder) madeCall(e *timeline.Entry) error {
	n.isMade = true
	err := n.call(e)
	n.isMade = false
	return err
}
