package timeline

import (
	"encoding/json"
	"fmt"
)

// UnmarshalJSON decodes an entry and keeps the members that stead does not know. It copies what it keeps of data.
func (e *Entry) UnmarshalJSON(data []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	*e = Entry{}
	known := e.members()
	for name, value := range members {
		target, ok := known[name]
		if !ok {
			if e.Extra == nil {
				e.Extra = Extra{}
			}
			e.Extra[name] = value
			continue
		}
		if err := json.Unmarshal(value, target); err != nil {
			return fmt.Errorf("entry member %q: %w", name, err)
		}
	}
	return nil
}

// members maps the names of an entry's JSON members to the fields that hold them.
func (e *Entry) members() map[string]any {
	return map[string]any{
		"id": &e.ID, "timestamp": &e.Timestamp, "type": &e.Type, "parentId": &e.ParentID,
		"content": &e.Content, "thinking": &e.Thinking,
		"tool": &e.Tool, "input": &e.Input, "originalTool": &e.OriginalTool,
		"callId": &e.CallID, "success": &e.Success, "output": &e.Output, "error": &e.Error, "durationMs": &e.DurationMS,
		"model": &e.Model, "usage": &e.Usage, "stopReason": &e.StopReason, "attachments": &e.Attachments,
		"origin": &e.Origin, "hidden": &e.Hidden, "branch": &e.Branch, "compaction": &e.Compaction, "native": &e.Native,
	}
}
