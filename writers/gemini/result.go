package gemini

import (
	format "stead/adapters/gemini"
	"stead/timeline"
)

// resultsLine returns the line of the results of calls. Without the blank displayContent, the CLI would display the
// results as text.
func resultsLine(calls []*toolCall, out *output) []byte {
	size := messageFrame
	for _, c := range calls {
		size += messageFrame + c.result.Output.Len() + c.result.Error.Len()
	}
	return timeline.AppendObject(make([]byte, 0, size), func(o *timeline.Object) {
		out.messageMembers(o, "", calls[len(calls)-1].result.Timestamp, format.User)
		o.Append("content", func(dst []byte) []byte {
			dst = append(dst, '[')
			for _, c := range calls {
				dst = appendResponse(appendComma(dst), c)
				for _, p := range c.pictures {
					dst = append(appendComma(dst), p.part()...)
				}
			}
			return append(dst, ']')
		})
		o.String("displayContent", " ")
	})
}

func appendResponse(dst []byte, c *toolCall) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.Append("functionResponse", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("id", c.entry.ID)
				o.String("name", c.name)
				o.Append("response", func(dst []byte) []byte { return timeline.AppendObject(dst, c.responseMembers) })
			})
		})
	})
}

// responseMembers adds the content for the model: the output, and the reason for a failed call. The output of a command
// includes its exit code.
func (c *toolCall) responseMembers(o *timeline.Object) {
	e := c.result
	if text, ok := c.framed(); ok {
		o.Text("output", text)
		return
	}
	if e.Success {
		o.Text("output", e.Output)
		return
	}
	if !e.Output.IsEmpty() {
		o.Text("output", e.Output)
	}
	o.Text("error", e.Error)
}

// framed returns a command's output in the CLI's own frame, if the frame holds its exit code or the unframed output
// would look framed.
func (c *toolCall) framed() (timeline.Text, bool) {
	if c.name != format.Shell {
		return timeline.Text{}, false
	}
	e := c.result
	if code, ok := format.ExitCode(e.Error.Head(64)); ok && !e.Success {
		return format.FormatOutput(e.Output, code)
	}
	if _, _, isFrame := format.ParseOutput(e.Output); isFrame && e.Success {
		return format.FormatOutput(e.Output, 0)
	}
	return timeline.Text{}, false
}
