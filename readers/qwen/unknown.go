package qwen

import (
	"cmp"

	"stead/adapters/qwen"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// unknownItem is something of a kind that stead does not know. A text in it is an entry that is shown (see
// [entry.Unknown]).
func unknownItem(kind string, value jsonl.Value) item {
	return item{kind: timeline.System, unknown: kind, value: value, isShown: entry.HasText(value)}
}

// unknownItems are the parts of kinds that stead does not know.
func unknownItems(parts []qwen.Part) []item {
	var items []item
	for i := range parts {
		if name := parts[i].Unknown(); name != "" {
			items = append(items, unknownItem("part "+name, parts[i].Whole))
		}
	}
	return items
}

// stateItems are the state of a call that stead does not know.
func stateItems(r *qwen.Record) []item {
	if state := r.Result.Get("status").String(); !qwen.IsState(state) {
		return []item{unknownItem("tool call in the state "+state, nil)}
	}
	return nil
}

// addressOf tells of a file by its address. The CLI has no content of it either.
func addressOf(file jsonl.Value) jsonl.Value {
	address := file.Get("fileUri")
	if !address.IsString() {
		return nil
	}
	return entry.Address(cmp.Or(file.Get("mimeType").String(), "file"), timeline.RawText(address)).JSON()
}
