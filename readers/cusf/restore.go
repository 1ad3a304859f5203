package cusf

import (
	"bytes"
	"encoding/json"
	"fmt"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// list decodes entries that stead stored.
func list(array jsonl.Value) []*timeline.Entry {
	var entries []*timeline.Entry
	for value := range jsonl.Elements(array) {
		entries = append(entries, decode(value))
	}
	return entries
}

// decode decodes an entry that stead stored. If the entry has been damaged since, it becomes a hidden entry.
func decode(value jsonl.Value) *timeline.Entry {
	e := &timeline.Entry{}
	if err := json.Unmarshal(value, e); err != nil {
		return &timeline.Entry{Type: timeline.System, Hidden: true, Content: timeline.NewText(string(value))}
	}
	return e
}

// children decodes the sessions of sub-agents that stead stored.
func children(array jsonl.Value) ([]timeline.Stream, error) {
	var all []timeline.Stream
	for document := range jsonl.Elements(array) {
		s := timeline.Stream{Entries: timeline.Of(list(document.Get("timeline"))...)}
		if err := json.Unmarshal(withoutTimeline(document), &s.Header); err != nil {
			return nil, fmt.Errorf("%w: the session of a sub-agent that stead added is damaged: %w", adapter.ErrFormat, err)
		}
		nested, err := children(document.Get("children"))
		if err != nil {
			return nil, err
		}
		s.Children = nested
		all = append(all, s)
	}
	return all, nil
}

// withoutTimeline returns the members of a document that belong to its header.
func withoutTimeline(document jsonl.Value) []byte {
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(document) {
		if !bytes.Equal(key, []byte("timeline")) && !bytes.Equal(key, []byte("children")) {
			o.Raw(string(key), value)
		}
	}
	return o.End()
}
