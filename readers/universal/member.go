package universal

import (
	"encoding/json"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// decodeMember sets the member of e that key names. It reports whether the value has the required type.
func decodeMember(e *timeline.Entry, key string, value jsonl.Value) bool {
	switch key {
	case "id":
		return decodeText(&e.ID, value)
	case "timestamp":
		return decodeText(&e.Timestamp, value)
	case "type":
		return decodeText((*string)(&e.Type), value)
	case "parentId":
		return decodeText(&e.ParentID, value)
	case "content":
		return decodeBody(&e.Content, value)
	case "thinking":
		return decodeBody(&e.Thinking, value)
	case "output":
		return decodeBody(&e.Output, value)
	case "error":
		return decodeBody(&e.Error, value)
	case "success":
		e.Success = value.Bool()
	case "hidden":
		e.Hidden = value.Bool()
	case "callId":
		return decodeText(&e.CallID, value)
	case "tool":
		return decodeText((*string)(&e.Tool), value)
	case "originalTool":
		return decodeText(&e.OriginalTool, value)
	case "durationMs":
		return decodeNumber(&e.DurationMS, value)
	case "input":
		e.Input = json.RawMessage(value)
		return value.IsObject()
	default:
		return decodeOptional(e, key, value)
	}
	return true
}

// decodeOptional decodes the members that entries of every type may have.
func decodeOptional(e *timeline.Entry, key string, value jsonl.Value) bool {
	switch key {
	case "native":
		return decodeRecord(e, value)
	case "model":
		return decodeText(&e.Model, value)
	case "stopReason":
		return decodeText(&e.StopReason, value)
	case "branch":
		return decodeText(&e.Branch, value)
	case "usage":
		return decodeUsage(e, value)
	case "origin":
		return json.Unmarshal(value, &e.Origin) == nil
	case "compaction":
		return json.Unmarshal(value, &e.Compaction) == nil
	case "attachments":
		return json.Unmarshal(value, &e.Attachments) == nil
	}
	if e.Extra == nil {
		e.Extra = timeline.Extra{}
	}
	e.Extra[jsonl.Value(`"`+key+`"`).String()] = json.RawMessage(value)
	return true
}

// decodeUsage decodes token counts. Half of all entries have some, and the standard decoder would take most of the time
// that an entry needs.
func decodeUsage(e *timeline.Entry, value jsonl.Value) bool {
	if value.IsNull() {
		return true
	}
	u := &timeline.Usage{}
	for key, count := range jsonl.Members(value) {
		switch string(key) {
		case "input":
			u.Input = count.Int()
		case "output":
			u.Output = count.Int()
		case "cacheRead":
			u.CacheRead = count.Int()
		case "cacheWrite":
			u.CacheWrite = count.Int()
		case "reasoning":
			u.Reasoning = count.Int()
		default:
			return json.Unmarshal(value, &e.Usage) == nil
		}
	}
	e.Usage = u
	return value.IsObject()
}

func decodeText(target *string, value jsonl.Value) bool {
	*target = value.String()
	return value.IsString() || value.IsNull()
}

func decodeNumber(target **float64, value jsonl.Value) bool {
	if value.IsNumber() {
		*target = new(value.Float())
	}
	return *target != nil || value.IsNull()
}

func decodeBody(target *timeline.Text, value jsonl.Value) bool {
	if value.IsString() {
		*target = timeline.RawText(value)
	}
	return value.IsString() || value.IsNull()
}

// decodeRecord decodes a native record. It does not copy a sound one, because native records make up most of many
// files.
func decodeRecord(e *timeline.Entry, value jsonl.Value) bool {
	if value.IsNull() {
		return true
	}
	e.Native = &timeline.Record{}
	for key, member := range jsonl.Members(value) {
		switch string(key) {
		case "text", "base64":
			return json.Unmarshal(value, e.Native) == nil
		case "cli":
			e.Native.CLI = member.String()
		case "session":
			e.Native.Session = member.String()
		case "line":
			e.Native.Line = int(member.Int())
		case "raw":
			e.Native.Raw = member
		}
	}
	return value.IsObject()
}
