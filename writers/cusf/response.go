package cusf

import (
	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// translate returns a call in the form of the format. Plain reports that the reader would restore the same call from
// it.
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

// failure adds the reason of a failed call: the source's separate error, or else the output itself.
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
