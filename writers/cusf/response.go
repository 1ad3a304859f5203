package cusf

import (
	"encoding/base64"
	"fmt"
	"strings"

	format "stead/internal/format/cusf"
	"stead/internal/jsonl"
	"stead/timeline"
)

// response adds what is told of the model's messages only.
func (n *encoder) response(o *timeline.Object, e *timeline.Entry) {
	o.Optional("model", e.Model)
	if e.Usage != nil {
		n.usage(o, *e.Usage)
	}
	if !e.Thinking.IsEmpty() {
		o.Text("thinking", e.Thinking)
	}
	reason := format.StopReason(e.StopReason)
	if e.StopReason != "" && reason == "" {
		n.lose("stop reason "+e.StopReason, "the standard knows end_turn, max_tokens, tool_use and error")
	}
	o.Optional("stop_reason", reason)
}

// usage adds the counts. The standard does not say whether input holds the cached part; here it does not, as in Claude's counting.
func (n *encoder) usage(o *timeline.Object, u timeline.Usage) {
	n.count(u)
	o.Append("usage", func(dst []byte) []byte {
		c := timeline.NewObject(dst)
		c.Int("input", max(0, u.Input))
		c.Int("output", max(0, u.Output))
		c.Int("cache_read", max(0, u.CacheRead))
		c.Int("cache_write", max(0, u.CacheWrite))
		return c.End()
	})
}

// count adds to the sums of the session.
func (n *encoder) count(u timeline.Usage) {
	n.tokens.Input += u.Input
	n.tokens.Output += u.Output
}

// content returns a text with a note for each attachment, as the format has text only.
func (n *encoder) content(text timeline.Text, attachments []timeline.Attachment) timeline.Text {
	if len(attachments) == 0 {
		return text
	}
	var leading, following []timeline.Text
	for _, a := range attachments {
		n.lose("attachment", "the format holds text only: a note with type and size stands in its place")
		note := timeline.NewText(describe(a))
		if a.Leading {
			leading = append(leading, note)
		} else {
			following = append(following, note)
		}
	}
	return timeline.Join(append(append(leading, text), following...), "\n\n")
}

func describe(a timeline.Attachment) string {
	kind, size := "file", a.Bytes
	if strings.HasPrefix(a.MediaType, "image/") {
		kind = "image"
	}
	if size == 0 {
		size = int64(base64.StdEncoding.DecodedLen(a.Data.Len()))
	}
	return fmt.Sprintf("[%s: %s, %d bytes]", kind, a.MediaType, size)
}

// translate returns a call as files have it. Plain tells that the reader would make the same call of it.
func (n *encoder) translate(e *timeline.Entry) (name string, input []byte, plain bool) {
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
func (n *encoder) failure(o *timeline.Object, e *timeline.Entry) {
	if reason := e.Error; !reason.IsEmpty() {
		o.Text("error_message", reason)
	} else if !e.Output.IsEmpty() {
		o.Text("error_message", e.Output)
	}
}

func isTruncated(e *timeline.Entry) bool {
	return jsonl.Value(e.Extra[format.ExtraTruncated]).Bool()
}
