package cusf

import (
	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// translate returns a call as files have it. Plain tells that the reader would make the same call of it.
func translate(e *timeline.Entry) (name string, input []byte, plain bool) {
	name, input = format.FromUniversal(e)
	if name == "" {
		name = "unknown_tool"
	}
	if !jsonl.Value(input).IsObject() {
		input = []byte("{}")
	}
	tool, back := format.ToUniversal(name, input)
	return name, input, tool == e.Tool && string(back) == string(e.Input)
}

// failure adds why a call failed: what the source says apart, or else the output itself.
func failure(o *timeline.Object, e *timeline.Entry) {
	if reason := e.Error; !reason.IsEmpty() {
		o.Text("error_message", reason)
	} else if !e.Output.IsEmpty() {
		o.Text("error_message", e.Output)
	}
}

func isTruncated(e *timeline.Entry) bool {
	return jsonl.Value(e.Extra[format.ExtraTruncated]).Bool()
}
