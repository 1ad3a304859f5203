package gemini

import (
	"fmt"
	"slices"

	format "stead/internal/format/gemini"
	"stead/timeline"
)

// Result takes the answer to a call of the response at hand. One that the source does not have has no words of the source.
func (n *encoder) Result(call, result *timeline.Entry) error {
	pictures := n.inlined(result.Attachments)
	n.report.Entries++
	n.sizes = append(n.sizes, result.Output.Len()/bytesPerToken)
	for _, t := range n.held {
		at := slices.IndexFunc(t.calls, func(c *toolCall) bool { return c.entry == call && c.result == nil })
		if at < 0 {
			continue
		}
		t.calls[at].result, t.calls[at].pictures = result, pictures
		n.answered = append(n.answered, t.calls[at])
		return nil
	}
	return fmt.Errorf("result of call %s without the call", call.ID)
}

// lateResult writes the answer to a call that stands in a native line.
func (n *encoder) lateResult(e *timeline.Entry, tool string) error {
	if err := n.close(); err != nil {
		return err
	}
	delete(n.waiting, e.CallID)
	c := &toolCall{entry: &timeline.Entry{ID: e.CallID}, name: tool, result: e, pictures: n.inlined(e.Attachments)}
	n.out.record(n.results([]*toolCall{c}))
	n.report.Entries++
	return nil
}

// results returns the line of the results of calls. Without the blank that is drawn, the CLI would draw the results as text.
func (n *encoder) results(calls []*toolCall) []byte {
	size := messageFrame
	for _, c := range calls {
		size += messageFrame + c.result.Output.Len() + c.result.Error.Len()
	}
	return timeline.AppendObject(make([]byte, 0, size), func(o *timeline.Object) {
		n.messageMembers(o, "", calls[len(calls)-1].result.Timestamp, format.User)
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

// responseMembers adds what the model is told: the output, and for a call that failed why. The output of a command tells its exit code by
// itself.
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

// framed returns a command's output in the CLI's own frame where that says its exit code, or where the output itself would be taken for
// a framed one.
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

// What Gemini CLI 0.61.0 does with the outputs of tools when there are more than 80,000 tokens of them: those before the newest 50,000
// become a file, of which the model gets the beginning and the end. A token is four bytes to it.
const (
	bytesPerToken  = 4
	protectedSize  = 50_000
	prunableSize   = 30_000
	maskedOutputs  = "tool outputs before the newest 50,000 tokens"
	whyTheyAreGone = "they are in the session, but Gemini CLI sends only their beginning and end to the model, and puts them into files for it"
)

// declareMasked declares the outputs that the model will not get whole.
func (n *encoder) declareMasked() {
	sum, masked, count := 0, 0, 0
	for _, size := range slices.Backward(n.sizes) {
		if sum += size; sum > protectedSize {
			masked, count = masked+size, count+1
		}
	}
	if masked < prunableSize {
		return
	}
	for range count {
		n.Lose(maskedOutputs, whyTheyAreGone)
	}
}
