package pi

import (
	"stead/adapters/pi"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// strange returns the items of a value of an unknown kind: a record of its existence, and any text in it. What names
// the category of the value, and kind is the unknown kind.
func strange(what string, kind, value jsonl.Value) []item {
	name := entry.KindName(what, kind)
	items := []item{{kind: timeline.System, isStrange: true,
		origin: &timeline.Origin{Kind: timeline.UnknownRecord, Name: name}}}
	if text := entry.TextIn(value); !text.IsEmpty() {
		items = append(items, item{
			kind: timeline.User, isStrange: true, isShown: true, texts: []timeline.Text{text},
			origin: &timeline.Origin{Kind: timeline.Unsorted, Name: name},
		})
	}
	return items
}

// strangeRecord returns the items of a record of an unknown type. A record that is not part of the tree has no text for
// the model.
func strangeRecord(r *pi.Record) []item {
	items := strange("record", r.Type, r.Raw)
	if !r.Type.IsString() || r.Message == nil && r.ID == nil && r.Timestamp == nil {
		return items[:1]
	}
	return items
}

// isOfAnswer reports whether an answer may hold a block of this type. Such a block may be empty and then has no
// content.
func isOfAnswer(b pi.Block) bool {
	return b.Type.Is("text") || b.Type.Is("thinking") || b.Type.Is("toolCall")
}
