package codex

import (
	format "stead/internal/format/codex"
	"stead/timeline"
)

// maxOutput is how much of one tool output Codex 0.169.0 sends to the model (gpt-5.5): 12,000 tokens. The file keeps the whole.
const maxOutput = 48 << 10

// result writes a call's result: the item that the terminal draws, then the output that the model is sent.
func (n *encoder) result(e *timeline.Entry, timestamp string) {
	pictures := n.pictures(e.Attachments)
	for i := range e.Attachments {
		if !isPicture(&e.Attachments[i]) {
			n.loseDocument(&e.Attachments[i], "the model gets the output without it")
		}
	}
	c, ok := n.pending.take(e.CallID)
	if !ok {
		c = n.callFor(e, timestamp)
	}
	n.openTurn(timestamp)
	n.turn.answered = true
	r := newOutcome(e, c)
	if r.output.Len() > maxOutput {
		n.lose("tool output over 48 KB", "it is in the session, but Codex shortens it for the model")
	}
	if !c.restored {
		n.toolItem(c, r, timestamp)
	}
	payload := n.response(timestamp, func(o *timeline.Object) { outputMembers(o, c, r.output, pictures) })
	n.memory.item(e, payload)
	n.report.Entries++
	if n.out.mode == format.Legacy && !e.Success && !r.told {
		n.lose("mark of a failed call", "the format of Codex before 0.145 has none: the output stays")
	}
}

// callFor writes a call for a result that has none: Codex drops an output without a call.
func (n *encoder) callFor(e *timeline.Entry, timestamp string) pendingCall {
	n.openTurn(timestamp)
	c := pendingCall{id: callID(e.CallID), server: n.origin(e), tool: "unknown", call: format.Call{Name: "unknown"}}
	n.response(timestamp, func(o *timeline.Object) { functionMembers(o, c) })
	n.lose("call of a result", "the source has only the result, which Codex would drop: stead adds a call of a tool named unknown")
	return c
}

// abandonCalls completes the calls that got no result, in the way of Codex itself.
func (n *encoder) abandonCalls() {
	for _, c := range n.pending {
		if c.restored {
			continue
		}
		aborted := outcome{output: timeline.NewText("aborted"), drawn: timeline.NewText("aborted"), failed: true}
		n.toolItem(c.pendingCall, aborted, n.turn.time)
		n.response(n.turn.time, func(o *timeline.Object) { outputMembers(o, c.pendingCall, aborted.output, nil) })
		n.lose("result of a call", `the source has none: the model gets "aborted", as Codex itself would send it`)
	}
	n.pending = n.pending[:0]
}

// outcome is a result in the words of Codex.
type outcome struct {
	// output is what the model is sent, drawn what the terminal shows.
	output, drawn timeline.Text
	failed        bool
	// exit is a command's exit code where hasExit is set.
	exit    int64
	hasExit bool
	message timeline.Text
	// told is set when the output itself says that the call failed.
	told bool
}

func newOutcome(e *timeline.Entry, c pendingCall) outcome {
	r := outcome{output: e.Output, drawn: e.Output, failed: !e.Success}
	runsCommand := c.own && format.RunsCommand(c.call.Name)
	code, isExit := format.ExitCode(e.Error.Head(64))
	switch {
	case runsCommand && isExit && r.failed:
		r.exit, r.hasExit, r.told = code, true, true
		r.output = timeline.Concat(timeline.NewText(format.FailedHeader(code)), e.Output)
		return r
	case runsCommand && !r.failed:
		r.hasExit = true
		if format.HasHeader(e.Output) { // which is the command's own, and must not be taken for Codex's
			r.output = timeline.Concat(timeline.NewText(format.FailedHeader(0)), e.Output)
		}
	}
	if r.failed && !e.Error.IsEmpty() {
		r.message = e.Error
		if e.Output.IsEmpty() {
			r.output, r.drawn = e.Error, e.Error
		}
	}
	return r
}

func outputMembers(o *timeline.Object, c pendingCall, output timeline.Text, pictures []picture) {
	if c.call.Name == format.ApplyPatch && c.own {
		o.String("type", "custom_tool_call_output")
	} else {
		o.String("type", "function_call_output")
	}
	o.String("call_id", c.id)
	if len(pictures) == 0 {
		o.Text("output", output)
		return
	}
	o.Append("output", func(dst []byte) []byte { return appendParts(dst, "input_text", "input_image", output, pictures) })
}
