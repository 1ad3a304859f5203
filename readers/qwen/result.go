package qwen

import (
	"bytes"

	"stead/adapters/qwen"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// result appends a call's result. The model gets the output, or else the error.
func (b *builder) result(i item) {
	response := i.part.Response
	e := b.made.Add(timeline.ToolResult, "")
	e.CallID = response.Get("id").String()
	e.Attachments = attachments(i.inline)
	output, failure := response.Get("response", "output"), response.Get("response", "error")
	switch {
	case output.IsString() && failure.IsString():
		e.Output = timeline.RawText(output)
		if rest := entry.After(e.Output, timeline.RawText(failure)); rest.Len() < e.Output.Len() {
			e.Error, e.Output = timeline.RawText(failure), rest
		}
	case output.IsString():
		e.Output = timeline.RawText(output)
		e.Success = b.succeeded() && (!response.Get("name").Is(qwen.Shell) || !exitedBadly(e.Output))
	case failure.IsString():
		e.Output = timeline.RawText(failure)
	default:
		e.Output, e.Success = timeline.NewText(string(response.Get("response"))), b.succeeded()
	}
	if len(i.texts) > 0 {
		e.Output = timeline.Join([]timeline.Text{e.Output, joined(i.texts)}, "\n")
	}
}

// textOfResponse returns the text that the model gets of a response that no record holds.
func textOfResponse(response jsonl.Value) timeline.Text {
	for _, name := range []string{"output", "error"} {
		if text := response.Get("response", name); text.IsString() {
			return timeline.RawText(text)
		}
	}
	return timeline.NewText(string(response.Get("response")))
}

// succeeded reports whether the CLI recorded a success for the call. A sub-agent's transcript records no status.
func (b *builder) succeeded() bool {
	status := b.record.Result.Get("status")
	return status == nil || status.Is("success")
}

// exitLine precedes the exit code in the shell tool's output. Until 0.15, the CLI recorded a failed command as a
// success.
var exitLine = []byte(`\nExit Code: `)

func exitedBadly(output timeline.Text) bool {
	inner := output.Inner()
	at := bytes.LastIndex(inner, exitLine)
	if at < 0 {
		return false
	}
	code := inner[at+len(exitLine):]
	return len(code) > 0 && code[0] >= '1' && code[0] <= '9'
}
