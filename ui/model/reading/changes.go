package reading

import (
	"stead/internal/adapt/jsonl"
	"stead/internal/render/changes"
	"stead/timeline"
)

// callBounds limits how much is shown of the changes of one call.
var callBounds = changes.Bounds{Bytes: mostText}

// changesOf returns what a call changes in files. It uses only the call's universal arguments and opens no file, so the
// position of a change in its file is unknown.
func changesOf(call *timeline.Entry) changes.Changes {
	input := jsonl.Value(call.Input)
	text := func(name string) (s string, ok bool) {
		value := input.Get(name)
		if !value.IsString() {
			return "", false
		}
		return timeline.RawText(value).String(), true
	}
	path, hasPath := text("path")
	switch call.Tool {
	case timeline.Write:
		if content, ok := text("content"); ok && hasPath {
			return changes.Write(path, content, callBounds)
		}
	case timeline.Edit:
		if patch, ok := text("patch"); ok {
			return changes.Patch(patch, callBounds)
		}
		old, hasOld := text("old")
		if now, hasNew := text("new"); hasOld && hasNew && hasPath {
			return changes.Edit(path, old, now, callBounds)
		}
	default:
	}
	return changes.Changes{}
}
