package opencode

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Change returns the row with changed columns. It calls fn with each column and its value. Fn returns the new value, or
// nil to leave the column out.
func (r Row) Change(fn func(column string, value jsonl.Value) []byte) Row {
	o := timeline.NewObject(make([]byte, 0, len(r.Raw)+64))
	for key, value := range jsonl.Members(r.Raw) {
		if changed := fn(string(key), value); changed != nil {
			o.Raw(string(key), changed)
		}
	}
	changed, _ := ParseRow(o.End())
	return changed
}

// Replace returns an object with the value at a path of members replaced. It returns an object without that path
// unchanged.
func Replace(object jsonl.Value, value []byte, path ...string) []byte {
	present := object.Get(path...)
	if present == nil {
		return object
	}
	at := cap(object) - cap(present)
	replaced := make([]byte, 0, len(object)+len(value))
	replaced = append(append(replaced, object[:at]...), value...)
	return append(replaced, object[at+len(present):]...)
}

// Quote returns a text as JSON.
func Quote(text string) []byte { return timeline.AppendString(nil, text) }
