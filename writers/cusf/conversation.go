package cusf

import (
	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// conversation writes messages, calls and results.
type conversation struct {
	out     *output
	session *session
	clock   *clock
	sums    *sums
	rebuild *rebuild
	// last is the id of the last message. inResponse is set while calls belong to that message.
	last       string
	inResponse bool
	// answers are the ids of the model's messages. used are the ids of all lines.
	answers, used idSet
	// calls maps the ids of entries to the tool_ids of calls without a result.
	calls map[string]string
}

// passOver omits an entry that is not part of the active conversation, or keeps it for the next line.
func (c *conversation) passOver(e *timeline.Entry) error {
	if e.Branch == "" && counts(e) {
		c.sums.settle()
		c.sums.spare = counted{by: e.ID, usage: e.Usage.Add(timeline.Usage{})}
	}
	if c.rebuild.isWanted {
		c.rebuild.keep(e)
	} else if !e.Hidden {
		c.out.lose("abandoned branch", "the format keeps one branch of a conversation: only the active one is written")
	}
	return nil
}

// write writes an entry if it belongs in the file.
func (c *conversation) write(e *timeline.Entry) error {
	if !e.Active() && !isInstruction(e) {
		return c.passOver(e)
	}
	if err := c.session.begin(e.Timestamp); err != nil {
		return err
	}
	return c.convert(e)
}

// isInstruction reports whether an entry is a text that the program sent to the model in the developer role. The
// standard maps that role to the system role.
func isInstruction(e *timeline.Entry) bool {
	return e.Type == timeline.System && e.Branch == "" && jsonl.Value(e.Extra[timeline.RoleExtra]).Is("developer") &&
		!e.Content.IsBlank()
}

// convert writes the line of an entry.
func (c *conversation) convert(e *timeline.Entry) error {
	c.out.report.Entries++
	switch e.Type {
	case timeline.ToolCall:
		return c.call(e)
	case timeline.ToolResult:
		return c.result(e)
	}
	if e.Compaction != nil {
		c.out.lose("mark of a compaction",
			"the summary becomes a system message; that it replaced the entries before it is lost")
	}
	return c.message(e)
}

// message writes a text of the user, the model or the system.
func (c *conversation) message(e *timeline.Entry) error {
	content := c.out.content(e.Told(), e.Attachments)
	o := timeline.NewObject(nil)
	c.messageMembers(&o, e, c.used.unique("message ", e.ID), content)
	c.rebuild.appendEntry(&o, e, len(e.Attachments) == 0)
	return c.out.Line(o.End())
}

// turn writes an empty message for a call if the model wrote no text before the call, because a call must name a
// message as its parent. The message takes over the call's facts about the response.
func (c *conversation) turn(call *timeline.Entry) error {
	said := &timeline.Entry{
		Type: timeline.Assistant, Timestamp: call.Timestamp, ParentID: call.ParentID,
		Model: call.Model, Usage: call.Usage, StopReason: call.StopReason, Thinking: call.Thinking,
	}
	o := timeline.NewObject(nil)
	c.messageMembers(&o, said, c.used.unique("message ", call.ID+"-turn"), timeline.Text{})
	c.rebuild.appendMade(&o)
	return c.out.Line(o.End())
}

// messageMembers adds the members of a message in the order of the standard's example, and remembers the message.
func (c *conversation) messageMembers(o *timeline.Object, e *timeline.Entry, id string, content timeline.Text) {
	o.String("type", "message")
	o.String("role", string(e.Type))
	o.Text("content", content)
	o.String("timestamp", c.clock.stamp(e.Timestamp))
	c.parent(o, e)
	o.String("message_id", id)
	if e.Type == timeline.Assistant || c.session.isOwn() {
		c.response(o, e)
	}
	c.sums.messages++
	c.last, c.inResponse = id, e.Type == timeline.Assistant
	if c.inResponse {
		c.answers.add(id)
	}
}

// parent adds the previous message as the parent. It is the entry's own parent if that is a message, else the last
// message. Calls and results are not messages.
func (c *conversation) parent(o *timeline.Object, e *timeline.Entry) {
	switch own := jsonl.Value(e.Extra[format.ExtraParent]); {
	case own.IsString():
		o.Raw("parent_id", own)
	case c.last == "":
		o.Raw("parent_id", []byte("null"))
	case e.ParentID != "" && c.used.has("message "+e.ParentID):
		o.String("parent_id", e.ParentID)
	default:
		o.String("parent_id", c.last)
	}
}

// call writes a call, after the message that it belongs to.
func (c *conversation) call(e *timeline.Entry) error {
	parent := c.last
	if e.ParentID != "" && c.answers.has(e.ParentID) {
		parent = e.ParentID
		if e.Usage != nil {
			c.out.lose("token counts of a call", "the message of the response has none of its own for them")
		}
	} else if !c.inResponse {
		if err := c.turn(e); err != nil {
			return err
		}
		parent = c.last
	}
	return c.callOf(e, parent)
}

// callOf writes a call that belongs to the message parent.
func (c *conversation) callOf(e *timeline.Entry, parent string) error {
	id := c.used.unique("tool ", e.ID)
	c.calls[e.ID] = id
	name, input, plain := translate(e)
	o := timeline.NewObject(nil)
	o.String("type", "tool_use")
	o.String("tool_name", name)
	o.Raw("tool_input", input)
	o.String("tool_id", id)
	o.String("timestamp", c.clock.stamp(e.Timestamp))
	if own := jsonl.Value(e.Extra[format.ExtraParent]); own.IsString() {
		o.Raw("parent_id", own)
	} else {
		o.String("parent_id", parent)
	}
	c.rebuild.appendEntry(&o, e, plain)
	return c.out.Line(o.End())
}

// result writes a result. If the source has no call for it, an added call precedes it, because the standard requires a
// call for each result.
func (c *conversation) result(e *timeline.Entry) error {
	id, ok := c.calls[e.CallID]
	if !ok {
		c.out.lose("call of a result", "the source has only the result: stead adds a call of unknown_tool")
		missing := &timeline.Entry{ID: e.CallID, Type: timeline.ToolCall, Timestamp: e.Timestamp, Tool: timeline.Unknown,
			OriginalTool: "unknown_tool"}
		if err := c.madeCall(missing); err != nil {
			return err
		}
		id = c.calls[e.CallID]
	}
	delete(c.calls, e.CallID)
	c.inResponse = false
	o := timeline.NewObject(nil)
	o.String("type", "tool_result")
	o.String("tool_id", id)
	o.Text("result", c.out.content(e.Output, e.Attachments))
	o.Bool("is_error", !e.Success)
	if !e.Success {
		failure(&o, e)
	}
	o.String("timestamp", c.clock.stamp(e.Timestamp))
	if isTruncated(e) {
		o.Bool("truncated", true)
	}
	c.rebuild.appendEntry(&o, e, len(e.Attachments) == 0)
	return c.out.Line(o.End())
}

// madeCall writes a call that the source does not have.
func (c *conversation) madeCall(e *timeline.Entry) error {
	c.rebuild.isMade = true
	err := c.call(e)
	c.rebuild.isMade = false
	return err
}

// response adds the members that only the model's messages have.
func (c *conversation) response(o *timeline.Object, e *timeline.Entry) {
	o.Optional("model", e.Model)
	if e.Usage != nil {
		c.usage(o, *e.Usage)
	}
	if !e.Thinking.IsEmpty() {
		o.Text("thinking", e.Thinking)
	}
	reason := format.StopReason(e.StopReason)
	if e.StopReason != "" && reason == "" {
		c.out.lose("stop reason "+e.StopReason, "the standard knows end_turn, max_tokens, tool_use and error")
	}
	o.Optional("stop_reason", reason)
}

// usage adds the token counts. The standard does not say whether input includes the cached part. Here it does not, as
// in Claude's counting.
func (c *conversation) usage(o *timeline.Object, u timeline.Usage) {
	c.sums.count(u)
	o.Append("usage", func(dst []byte) []byte {
		counts := timeline.NewObject(dst)
		counts.Int("input", max(0, u.Input))
		counts.Int("output", max(0, u.Output))
		counts.Int("cache_read", max(0, u.CacheRead))
		counts.Int("cache_write", max(0, u.CacheWrite))
		return counts.End()
	})
}
