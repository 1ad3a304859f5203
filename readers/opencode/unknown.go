package opencode

import (
	format "stead/adapters/opencode"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// strange converts a message with an unknown role. OpenCode sends its model nothing of it (1.18.33).
func (t *teller) strange(m format.Message, first *timeline.Entry, role jsonl.Value) []*timeline.Entry {
	first.Origin = &timeline.Origin{Kind: timeline.UnknownRecord, Name: entry.KindName("message of the role", role)}
	var all []*timeline.Entry
	for _, part := range m.Parts {
		all = append(all, t.unknown(part, dataOf(part), first.Origin.Name, first.Timestamp)...)
	}
	return all
}

// unknown converts a part of an unknown kind.
func (t *teller) unknown(part format.Row, data jsonl.Value, kind, at string) []*timeline.Entry {
	all := entry.Unknown(kind, data)
	t.add(all[0], part)
	for i, e := range all {
		e.Timestamp = at
		if i > 0 {
			e.ID, e.Branch = t.identify(part.ID+"/text"), all[0].Branch
			e.Native = &timeline.Record{CLI: format.Name, Line: all[0].Native.Line}
		}
	}
	return all
}

func partName(data jsonl.Value) string { return entry.KindName("part of the type", data.Get("type")) }
