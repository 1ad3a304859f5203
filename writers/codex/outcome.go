package codex

import (
	format "stead/adapters/codex"
	"stead/timeline"
)

// outcome is a result in the words of Codex.
type outcome struct {
	// output is what the model is sent, drawn what the terminal shows.
	output, drawn timeline.Text
	failed        bool
	// exit is a command's exit code where hasExit is set.
	exit    int64
	hasExit bool
	message timeline.Text
	// told is set when the output itself says that the call failed, tellsDuration when it can say how long the call took.
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
		if e.DurationMS != nil || format.HasHeader(e.Output) { // one that is the command's own must not be taken for Codex's
			r.output = timeline.Concat(timeline.NewText(format.Header(0, e.DurationMS)), e.Output)
		}
	case c.server != "" && e.DurationMS != nil && format.IsServer(c.namespace) && e.Error.IsEmpty():
		r.output, r.tellsDuration = timeline.Concat(timeline.NewText(format.ServerHeader(*e.DurationMS)), e.Output), true
	}
	if r.failed && !e.Error.IsEmpty() {
		r.message = e.Error
		r.output = timeline.Join([]timeline.Text{e.Error, e.Output}, "\n") // the CLI tells its model nothing but the output
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

// addError adds why a call failed, where that is told apart from the output. The CLI ignores the member where it does
// not know it.
func (r outcome) addError(o *timeline.Object) {
	if r.message.IsEmpty() {
		return
	}
	o.Object("error", func(o *timeline.Object) { o.Text("message", r.message) })
}
