package gemini

import (
	"slices"

	format "stead/internal/format/gemini"
	"stead/timeline"
)

// result gives a result to its call. One whose call is not in the message at hand gets a message of its own.
func (n *encoder) result(e *timeline.Entry) error {
	pictures, err := n.inlined(e.Attachments)
	if err != nil {
		return err
	}
	n.report.Entries++
	n.sizes = append(n.sizes, e.Output.Len()/bytesPerToken)
	if n.held != nil {
		at := slices.IndexFunc(n.held.calls, func(c toolCall) bool { return c.entry.ID == e.CallID && c.result == nil })
		if at >= 0 {
			n.held.calls[at].result, n.held.calls[at].pictures = e, pictures
			return nil
		}
	}
	n.flush()
	call := toolCall{entry: &timeline.Entry{ID: e.CallID}, result: e, pictures: pictures}
	if name, ok := n.waiting[e.CallID]; ok {
		delete(n.waiting, e.CallID)
		call.name = name
		n.out.line(n.results(&turn{entry: e, calls: []toolCall{call}}))
		return nil
	}
	n.callFor(call)
	return nil
}

// callFor writes a call for a result that has none: the Gemini API refuses a result without one.
func (n *encoder) callFor(c toolCall) {
	n.lose("call of a result", "the source has the result alone, or too late: a call of a tool named unknown was put before it")
	c.name, c.arguments = "unknown", []byte("{}")
	c.entry = &timeline.Entry{ID: n.plan.NewID(), Timestamp: c.result.Timestamp}
	n.held = &turn{entry: &timeline.Entry{Timestamp: c.result.Timestamp}, calls: []toolCall{c}}
	n.flush()
}

// results returns the line of the results of a message's calls. Without the blank that is drawn, the CLI would draw the results as text.
func (n *encoder) results(t *turn) []byte {
	return object(func(o *timeline.Object) {
		n.messageMembers(o, "", t.calls[len(t.calls)-1].result.Timestamp, format.User)
		o.Append("content", func(dst []byte) []byte {
			dst = append(dst, '[')
			for _, c := range t.calls {
				dst = appendResponse(appendComma(dst), c)
				dst = appendPictures(dst, c.pictures, false)
			}
			return append(dst, ']')
		})
		o.String("displayContent", " ")
	})
}

func appendResponse(dst []byte, c toolCall) []byte {
	return appendObject(dst, func(o *timeline.Object) {
		o.Append("functionResponse", func(dst []byte) []byte {
			return appendObject(dst, func(o *timeline.Object) {
				o.String("id", c.entry.ID)
				o.String("name", c.name)
				o.Append("response", func(dst []byte) []byte { return appendObject(dst, c.responseMembers) })
			})
		})
	})
}

// responseMembers adds what the model is told: the output, and for a call that failed why. The output of a command tells its exit code by
// itself.
func (c toolCall) responseMembers(o *timeline.Object) {
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
func (c toolCall) framed() (timeline.Text, bool) {
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
		n.lose(maskedOutputs, whyTheyAreGone)
	}
}
