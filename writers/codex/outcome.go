package codex

import (
	format "stead/adapters/codex"
	"stead/timeline"
)

// outcome is a result in Codex's terms.
type outcome struct {
	// output is the text for the model. Drawn is the text on the terminal.
	output, drawn timeline.Text
	failed        bool
	// exit is the exit code of a command, if hasExit is set.
	exit    int64
	hasExit bool
	message timeline.Text
	// told reports that the output itself says that the call failed. TellsDuration reports that it can say how long the
	// call took.
	told, tellsDuration bool
}

func newOutcome(e *timeline.Entry, c pendingCall) outcome {
	r := outcome{output: e.Output, drawn: e.Output, failed: !e.Success}
	runsCommand := c.own && format.RunsCommand(c.call.Name)
	code, isExit := format.ExitCode(e.Error.Head(64))
	switch {
	case runsCommand && isExit && r.failed:
		r.exit, r.hasExit, r.told = code, true, true
		r.output, r.tellsDuration = timeline.Concat(timeline.NewText(format.Header(code, e.DurationMS)), e.Output), true
		return r
	case runsCommand && !r.failed:
		r.hasExit, r.tellsDuration = true, true
		if e.DurationMS != nil || format.HasHeader(e.Output) { // the command's own header must not pass for Codex's
			r.output = timeline.Concat(timeline.NewText(format.Header(0, e.DurationMS)), e.Output)
		}
	case c.server != "" && e.DurationMS != nil && format.IsServer(c.namespace) && e.Error.IsEmpty():
		r.output, r.tellsDuration = timeline.Concat(timeline.NewText(format.ServerHeader(*e.DurationMS)), e.Output), true
	}
	if r.failed && !e.Error.IsEmpty() {
		r.message = e.Error
		r.output = timeline.Join([]timeline.Text{e.Error, e.Output}, "\n") // the CLI sends only the output to its model
		if e.Output.IsEmpty() {
			r.drawn = e.Error
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
	o.Append("output", func(dst []byte) []byte {
		return appendParts(o, dst, "input_text", "input_image", output,
			pictures)
	})
}

func (r outcome) status() string {
	if r.failed {
		return "failed"
	}
	return "completed"
}

// addError adds the reason why a call failed, if it is separate from the output. Versions of the CLI that do not know
// the member ignore it.
func (r outcome) addError(o *timeline.Object) {
	if r.message.IsEmpty() {
		return
	}
	o.Object("error", func(o *timeline.Object) { o.Text("message", r.message) })
}
