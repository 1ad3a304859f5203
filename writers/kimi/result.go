package kimi

import (
	format "stead/internal/format/kimi"
	"stead/timeline"
)

// Result writes the result of a call.
func (n *encoder) Result(call, result *timeline.Entry) error {
	output, err := n.output(result)
	if err != nil {
		return err
	}
	c := n.calls[call.ID]
	delete(n.calls, call.ID)
	n.event(n.stamp(result.Timestamp), format.ToolResult, func(o *timeline.Object) {
		o.String("parentUuid", c.event)
		o.String("toolCallId", c.id)
		o.Append("result", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.Raw("output", output)
				if !result.Success {
					o.Bool("isError", true)
				}
			})
		})
	})
	n.marks.add(result, n.out.Lines)
	return nil
}

// output returns what the model gets of a result: the exit code of a failed command stands behind what it put out, in the CLI's own words;
// any other reason of a failure before it.
func (n *encoder) output(e *timeline.Entry) ([]byte, error) {
	text := e.Output
	if !e.Success && !e.Error.IsEmpty() {
		joined, isExit := format.JoinExit(e.Output, e.Error)
		if !isExit {
			joined = timeline.Join([]timeline.Text{e.Error, e.Output}, "\n")
		}
		text = joined
	}
	if len(e.Attachments) == 0 {
		return text.JSON(), nil
	}
	return n.content(text, e.Attachments)
}
