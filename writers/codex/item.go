package codex

import (
	"net/url"

	format "stead/internal/format/codex"
	"stead/internal/jsonl"
	"stead/timeline"
)

// toolItem writes the item of a completed call, in the form that the terminal draws best.
func (n *encoder) toolItem(c pendingCall, r outcome, timestamp string) {
	if n.out.mode == format.Legacy {
		n.legacyTool(c, r, timestamp)
		return
	}
	switch {
	case c.call.Name == format.UpdatePlan: // an item of its own is for the plans of plan mode
		c.server, c.tool, c.input = format.Name, format.UpdatePlan, c.call.Arguments
		fallthrough
	case !c.own:
		n.item(timestamp, "McpToolCall", c.id, func(o *timeline.Object) { c.foreignMembers(o, r) })
	case c.call.Name == format.ApplyPatch:
		n.item(timestamp, "FileChange", c.id, func(o *timeline.Object) { n.changeMembers(o, c, r) })
	case c.call.Name == "view_image":
		n.item(timestamp, "ImageView", c.id, func(o *timeline.Object) {
			o.String("path", fileURL(n.absolute(jsonl.Value(c.input).Get("path").String())))
		})
	default:
		n.item(timestamp, "CommandExecution", c.id, func(o *timeline.Object) { n.commandMembers(o, c, r) })
	}
}

// legacyTool writes what a legacy rollout draws of a call: patches.
func (n *encoder) legacyTool(c pendingCall, r outcome, timestamp string) {
	if !c.own || c.call.Name != format.ApplyPatch {
		n.lose("picture of a tool call", "the terminal of Codex before 0.145 draws no tool calls of a resumed session; the model gets them")
		return
	}
	n.event(timestamp, func(o *timeline.Object) {
		o.String("type", "patch_apply_end")
		o.String("call_id", c.id)
		o.String("turn_id", n.turn.id)
		o.Text("stdout", r.drawn)
		o.String("stderr", "")
		o.Bool("success", !r.failed)
		o.Append("changes", func(dst []byte) []byte { return n.appendChanges(dst, c.call.Changes()) })
		o.String("status", r.status())
	})
}

func (r outcome) status() string {
	if r.failed {
		return "failed"
	}
	return "completed"
}

// addError adds why a call failed, where that is told apart from the output. The CLI ignores the member where it does not know it.
func (r outcome) addError(o *timeline.Object) {
	if r.message.IsEmpty() {
		return
	}
	o.Append("error", func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) { o.Text("message", r.message) })
	})
}

// foreignMembers describe a tool that Codex does not have: it is drawn like the tool of a server, "Called claude.Read".
func (c pendingCall) foreignMembers(o *timeline.Object, r outcome) {
	o.String("server", c.server)
	o.String("tool", c.tool)
	if jsonl.Value(c.input).IsObject() {
		o.Raw("arguments", c.input)
	} else {
		o.Raw("arguments", []byte("{}"))
	}
	o.String("status", r.status())
	o.Append("result", func(dst []byte) []byte {
		dst = append(dst, `{"content":[{"type":"text","text":`...)
		return append(append(dst, r.drawn.JSON()...), `}]}`...)
	})
	r.addError(o)
	o.Raw("duration", []byte(`{"secs":0,"nanos":0}`))
}

func (n *encoder) commandMembers(o *timeline.Object, c pendingCall, r outcome) {
	in := jsonl.Value(c.input)
	o.Append("command", func(dst []byte) []byte {
		dst = append(dst, `["bash","-lc",`...)
		return append(append(dst, in.Get("command")...), ']')
	})
	dir := n.dir()
	if workdir := in.Get("workdir").String(); workdir != "" {
		dir = n.absolute(workdir)
	}
	o.String("cwd", fileURL(dir)) // anything else than a file URL is not drawn
	o.Raw("parsed_cmd", []byte("[]"))
	o.String("source", "agent")
	o.String("status", r.status())
	o.Text("aggregated_output", r.drawn)
	if r.hasExit {
		o.Int("exit_code", r.exit)
	} else {
		o.Raw("exit_code", []byte("null"))
	}
	r.addError(o)
}

func fileURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

func (n *encoder) changeMembers(o *timeline.Object, c pendingCall, r outcome) {
	o.Append("changes", func(dst []byte) []byte { return n.appendChanges(dst, c.call.Changes()) })
	o.String("status", r.status())
	o.Text("stdout", r.drawn)
	o.String("stderr", "")
	r.addError(o)
}

func (n *encoder) appendChanges(dst []byte, changes []format.Change) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		for _, c := range changes {
			o.Append(n.absolute(c.Path), func(dst []byte) []byte { return n.appendChange(dst, c) })
		}
	})
}

func (n *encoder) appendChange(dst []byte, c format.Change) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.String("type", string(c.Kind))
		if c.Kind != format.UpdateFile {
			o.Text("content", c.Content)
			return
		}
		o.String("unified_diff", format.UnifiedDiff(c.Hunks))
		if c.MoveTo != "" {
			o.String("move_path", n.absolute(c.MoveTo))
		} else {
			o.Raw("move_path", []byte("null"))
		}
	})
}
