package codex

import (
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// item writes the item of a completed call, in the form that the terminal draws best.
func (s *calls) item(c pendingCall, r outcome, timestamp string) {
	if s.out.mode == format.Legacy {
		s.legacyItem(c, r, timestamp)
		return
	}
	switch {
	case c.call.Name == format.UpdatePlan: // a separate kind of item is for the plans of plan mode
		c.server, c.tool, c.input = format.Name, format.UpdatePlan, c.call.Arguments
		fallthrough
	case !c.own:
		s.turns.item(timestamp, "McpToolCall", c.id, func(o *timeline.Object) { c.foreignMembers(o, r) })
	case c.call.Name == format.ApplyPatch:
		s.turns.item(timestamp, "FileChange", c.id, func(o *timeline.Object) { changeMembers(o, c, r, s.folder) })
	case c.call.Name == "view_image":
		s.turns.item(timestamp, "ImageView", c.id, func(o *timeline.Object) {
			o.String("path", fileURL(s.folder.absolute(jsonl.Value(c.input).Get("path").String())))
		})
	default:
		s.turns.item(timestamp, "CommandExecution", c.id, func(o *timeline.Object) { commandMembers(o, c, r, s.folder) })
	}
}

// legacyItem writes the part of a call that a legacy rollout draws, which is only a patch.
func (s *calls) legacyItem(c pendingCall, r outcome, timestamp string) {
	if !c.own || c.call.Name != format.ApplyPatch {
		s.out.lose("picture of a tool call",
			"the terminal of Codex before 0.145 draws no tool calls of a resumed session; the model gets them")
		return
	}
	s.out.event(timestamp, func(o *timeline.Object) {
		o.String("type", "patch_apply_end")
		o.String("call_id", c.id)
		o.String("turn_id", s.turns.open.id)
		o.Text("stdout", r.drawn)
		o.String("stderr", "")
		o.Bool("success", !r.failed)
		o.Append("changes", func(dst []byte) []byte { return appendChanges(dst, c.call.Changes(), s.folder) })
		o.String("status", r.status())
	})
}

// foreignMembers describes a tool that Codex does not have. The terminal draws it like the tool of a server: "Called
// claude.Read".
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
		return append(o.AppendText(dst, r.drawn), `}]}`...)
	})
	r.addError(o)
	o.Raw("duration", []byte(`{"secs":0,"nanos":0}`))
}

func commandMembers(o *timeline.Object, c pendingCall, r outcome, in folder) {
	input := jsonl.Value(c.input)
	o.Append("command", func(dst []byte) []byte {
		dst = append(dst, `["bash","-lc",`...)
		return append(append(dst, input.Get("command")...), ']')
	})
	dir := string(in)
	if workdir := input.Get("workdir").String(); workdir != "" {
		dir = in.absolute(workdir)
	}
	o.String("cwd", fileURL(dir)) // the terminal draws nothing but a file URL
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

func changeMembers(o *timeline.Object, c pendingCall, r outcome, in folder) {
	o.Append("changes", func(dst []byte) []byte { return appendChanges(dst, c.call.Changes(), in) })
	o.String("status", r.status())
	o.Text("stdout", r.drawn)
	o.String("stderr", "")
	r.addError(o)
}

func appendChanges(dst []byte, changes []format.Change, in folder) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		for _, c := range changes {
			o.Append(in.absolute(c.Path), func(dst []byte) []byte { return appendChange(dst, c, in) })
		}
	})
}

func appendChange(dst []byte, c format.Change, in folder) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.String("type", string(c.Kind))
		if c.Kind != format.UpdateFile {
			o.Text("content", c.Content)
			return
		}
		o.String("unified_diff", format.UnifiedDiff(c.Hunks))
		if c.MoveTo != "" {
			o.String("move_path", in.absolute(c.MoveTo))
		} else {
			o.Raw("move_path", []byte("null"))
		}
	})
}
