package timeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

func appendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// MarshalJSON encodes the entry. Prefer [Entry.AppendJSON] for many entries, and where the native record must stay
// unchanged: package encoding/json copies and validates the bytes returned here, and escapes the characters that are
// special in HTML.
func (e *Entry) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil), nil }

// AppendJSON appends the entry's JSON form to dst: first the members of its type, then the optional members that are
// set.
func (e *Entry) AppendJSON(dst []byte) []byte {
	o := NewObject(dst)
	o.String("id", e.ID)
	o.String("timestamp", e.Timestamp)
	o.String("type", string(e.Type))
	e.appendBody(&o)
	e.appendOptional(&o)
	return o.End()
}

func (e *Entry) appendBody(o *Object) {
	switch e.Type {
	case ToolCall:
		o.String("tool", string(e.Tool))
		o.Raw("input", orEmptyObject(e.Input))
		o.Optional("originalTool", e.OriginalTool)
	case ToolResult:
		o.String("callId", e.CallID)
		o.Bool("success", e.Success)
		o.Text("output", e.Output)
		optionalText(o, "error", e.Error)
		if e.DurationMS != nil {
			o.Float("durationMs", *e.DurationMS)
		}
	default:
		o.Text("content", e.Content)
		optionalText(o, "thinking", e.Thinking)
	}
}

func (e *Entry) appendOptional(o *Object) {
	o.Optional("parentId", e.ParentID)
	o.Optional("model", e.Model)
	if e.Usage != nil {
		o.Append("usage", e.Usage.appendJSON)
	}
	o.Optional("stopReason", e.StopReason)
	if len(e.Attachments) > 0 {
		o.Append("attachments", func(dst []byte) []byte { return appendValue(dst, e.Attachments) })
	}
	if e.Origin != nil {
		o.Append("origin", func(dst []byte) []byte { return appendValue(dst, e.Origin) })
	}
	if e.Hidden {
		o.Bool("hidden", true)
	}
	o.Optional("branch", e.Branch)
	if e.Compaction != nil {
		o.Append("compaction", func(dst []byte) []byte { return appendValue(dst, e.Compaction) })
	}
	if e.Native != nil {
		o.Append("native", e.Native.AppendJSON)
	}
	o.members(e.Extra)
}

// appendJSON exists because half of all entries have usage: the standard encoder would take most of the time that they
// need.
func (u Usage) appendJSON(dst []byte) []byte {
	o := NewObject(dst)
	o.Int("input", u.Input)
	o.Int("output", u.Output)
	o.optionalInt("cacheRead", u.CacheRead)
	o.optionalInt("cacheWrite", u.CacheWrite)
	o.optionalInt("reasoning", u.Reasoning)
	if u.Cost != 0 {
		o.Float("cost", u.Cost)
	}
	o.members(u.Extra)
	return o.End()
}

func (o *Object) optionalInt(name string, n int64) {
	if n != 0 {
		o.Int(name, n)
	}
}

func (o *Object) members(extra Extra) {
	if len(extra) == 0 {
		return
	}
	if !o.empty {
		o.dst = append(o.dst, ',')
	}
	o.empty = false
	o.dst = appendMembers(o.dst, extra)
}

// IsZero reports whether t is the empty string, for encoders that omit zero members.
func (t Text) IsZero() bool { return t.IsEmpty() }

func optionalText(o *Object, name string, t Text) {
	if !t.IsEmpty() {
		o.Text(name, t)
	}
}

func orEmptyObject(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// appendValue appends the standard encoding of a value of this package. Encoding these values cannot fail.
func appendValue(dst []byte, value any) []byte {
	data, err := marshal(value)
	if err != nil {
		panic(fmt.Sprintf("timeline: encode %T: %v", value, err))
	}
	return append(dst, data...)
}

// marshal is [json.Marshal] without HTML escaping, which would change the form of a [Text] within the value.
func marshal(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}
