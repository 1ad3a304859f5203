package recordtree

import (
	"fmt"
	"hash/maphash"
	"strings"

	"stead/timeline"
)

// hide turns the record into one hidden entry, because a later record holds what counts.
func (r *Record) hide() {
	first := r.Entries[0]
	r.Entries, r.Kept, r.Usage = r.Entries[:1], nil, nil
	*first = timeline.Entry{
		ID: fmt.Sprintf("line-%d", r.Line), Type: timeline.System, Hidden: true,
		Timestamp: first.Timestamp, ParentID: first.ParentID, Native: first.Native,
	}
}

// rename gives another id to entries with the record's id.
func (r *Record) rename(id string) {
	for _, e := range r.Entries {
		if rest, ok := strings.CutPrefix(e.ID, r.ID); ok && e.Type != timeline.ToolCall {
			e.ID = id + rest
		}
	}
}

// follow sets the parents of the entries: each follows the one before it, and the first follows the entry with the id.
func (r *Record) follow(parent string) {
	for _, e := range r.Entries {
		e.ParentID = parent
		parent = e.ID
	}
}

// shown returns the ids of the entries that are not hidden.
func (r *Record) shown() []string {
	var ids []string
	for _, e := range r.Entries {
		if !e.Hidden {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// announce turns typed input into a trace, because the resulting text is an entry of its own. It returns the origin for
// that text.
func (r *Record) announce() *timeline.Origin {
	for _, e := range r.Entries {
		if e.Origin == nil || e.Hidden && e.Origin.Typed.IsEmpty() {
			continue
		}
		typed := e.Origin
		if e.Hidden { // without a following text, nothing came of it
			typed = &timeline.Origin{Kind: timeline.Command, Name: typed.Name, Typed: typed.Typed}
		}
		e.Type, e.Hidden, e.Content, e.Origin = timeline.System, true, typed.Typed, &timeline.Origin{Kind: timeline.Trace}
		return typed
	}
	return nil
}

// complete sets the origin of the record's text to the typed input.
func (r *Record) complete(typed *timeline.Origin) {
	if typed == nil {
		return
	}
	for _, e := range r.Entries {
		if e.Type == timeline.User && !e.Hidden {
			origin := *typed
			if e.Origin != nil {
				origin.ExitCode = e.Origin.ExitCode
			}
			e.Origin = &origin
			return
		}
	}
}

// date gives entries without a time that of the entry before, and returns the last.
func (r *Record) date(before string) string {
	for _, e := range r.Entries {
		if e.Timestamp == "" {
			e.Timestamp = before
		}
		before = e.Timestamp
	}
	return before
}

// keep adds to a summary which of the found entries are kept beside it. The texts of entries that were not found become
// part of the summary.
func keep(summary *timeline.Entry, kept []Kept, found map[Key]string) {
	texts := []timeline.Text{summary.Content}
	for _, k := range kept {
		if id, ok := found[k.Key]; ok {
			summary.Compaction.Keeps = append(summary.Compaction.Keeps, id)
		} else {
			texts = append(texts, k.Text)
		}
	}
	summary.Content = timeline.Join(texts, "\n\n")
}

// calls counts how often the id of a call was used, by the id's checksum.
type calls map[uint64]uses

type uses struct{ calls, results uint32 }

// distinguish appends a suffix to the ids of calls that another call has, too, and to those of their results.
func (c calls) distinguish(r *Record) {
	for _, e := range r.Entries {
		switch e.Type {
		case timeline.ToolCall:
			id := maphash.String(seed, e.ID)
			u := c[id]
			u.calls++
			c[id], e.ID = u, suffixed(e.ID, u.calls)
		case timeline.ToolResult:
			id := maphash.String(seed, e.CallID)
			u := c[id]
			u.results++
			c[id], e.CallID = u, suffixed(e.CallID, min(u.calls, u.results))
		}
	}
}

func suffixed(id string, use uint32) string {
	if use < 2 {
		return id
	}
	return fmt.Sprintf("%s~%d", id, use)
}
