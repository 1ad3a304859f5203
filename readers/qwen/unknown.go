package qwen

import (
	"cmp"

	"stead/adapters/qwen"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// unknownItem returns the item of a value of a kind that stead does not know. Any text in it becomes a visible entry
// (see [entry.Unknown]).
func unknownItem(kind string, value jsonl.Value) item {
	return item{kind: timeline.System, unknown: kind, value: value, isShown: entry.HasText(value)}
}

// unknownItems returns the items of parts of kinds that stead does not know.
func unknownItems(parts []qwen.Part) []item {
	var items []item
	for i := range parts {
		if name := parts[i].Unknown(); name != "" {
			items = append(items, unknownItem("part "+name, parts[i].Whole))
		}
	}
	return items
}

// stateItems returns the item of a call's state if stead does not know that state.
func stateItems(r *qwen.Record) []item {
	if state := r.Result.Get("status").String(); !qwen.IsState(state) {
		return []item{unknownItem("tool call in the state "+state, nil)}
	}
	return nil
}

// addressOf describes a file by its URI. The CLI does not have its content either.
func addressOf(file jsonl.Value) jsonl.Value {
	address := file.Get("fileUri")
	if !address.IsString() {
		return nil
	}
	return entry.Address(cmp.Or(file.Get("mimeType").String(), "file"), timeline.RawText(address)).JSON()
}
