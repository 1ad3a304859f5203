package policy

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// Conversation is what passes from a session that somebody else may have written: what was said, called and answered.
// Nothing else does, so that no file sets what a CLI may do, what it is told by its system, where it works, and who
// answers. It is an allow-list: the header and each entry are made anew of the members that are the conversation's,
// without the native records from which a CLI's own settings would come back. The zero value is none.
type Conversation struct {
	// Stream is the conversation.
	Stream timeline.Stream
	// settings counts for each of its sessions what the last range over it left out.
	settings []*settings
}

// settings counts what stays behind, by the names that it has in its file.
type settings struct{ members, records map[string]int }

// ConversationOf returns the conversation of a session.
func ConversationOf(s timeline.Stream) Conversation {
	var c Conversation
	c.Stream = c.bare(s)
	return c
}

// LeftOut says what stays behind. It is complete once the stream was ranged over.
func (c Conversation) LeftOut() (all []writers.LeftOut) {
	members, records := map[string]int{}, map[string]int{}
	for _, s := range c.settings {
		add(members, s.members)
		add(records, s.records)
	}
	return append(leftOut("header's ", members), leftOut("record ", records)...)
}

func add(sum, more map[string]int) {
	for name, count := range more {
		sum[name] += count
	}
}

func leftOut(what string, counts map[string]int) (all []writers.LeftOut) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, writers.LeftOut{
			What: what + name, Count: counts[name],
			Why: "the session comes from outside, so only its conversation passes, and your own settings decide (--trust keeps all)",
		})
	}
	return all
}

// Watched returns a session as it is, and what of it would not pass. That is complete once the stream was ranged over.
func Watched(s timeline.Stream) (timeline.Stream, Conversation) {
	left := &settings{members: membersOf(s.Header)}
	s.Entries = left.counted(s.Entries)
	return s, Conversation{settings: []*settings{left}}
}

// bare returns a stream of which the header and every entry are made anew.
func (c *Conversation) bare(s timeline.Stream) timeline.Stream {
	left := &settings{members: membersOf(s.Header)}
	c.settings = append(c.settings, left)
	made := timeline.Stream{Header: bareHeader(s.Header), Cut: s.Cut,
		Entries: func(yield func(*timeline.Entry, error) bool) {
			for e, err := range left.counted(s.Entries) {
				if err != nil {
					yield(nil, err)
					return
				}
				if (!e.Hidden || e.Origin != nil) && !yield(bareEntry(e), nil) {
					return
				}
			}
		}}
	for _, child := range s.Children {
		made.Children = append(made.Children, c.bare(child))
	}
	return made
}

// counted returns the range, and counts the settings in it.
func (left *settings) counted(entries iter.Seq2[*timeline.Entry, error]) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		left.records = map[string]int{}
		for e, err := range entries {
			if err == nil && isSetting(e) {
				for _, name := range namesOf(e) {
					left.records[name]++
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// isSetting reports whether an entry is a record that is kept for its own CLI only.
func isSetting(e *timeline.Entry) bool {
	return e.Hidden && e.Origin == nil && e.Native != nil && len(e.Native.Raw) > 0 && !e.Native.Damaged
}

// namesOf are what the record of an entry says it is. Of a row of a table they are the table and the columns that hold
// more than one value, as permissions do. The report shows them, so a stranger's texts are kept short.
func namesOf(e *timeline.Entry) []string {
	record := jsonl.Value(e.Native.Raw)
	kind, inner, table := record.Get("type").String(), record.Get("payload", "type").String(), record.Get("table").String()
	switch {
	case kind != "" && inner != "":
		return []string{short(kind + " " + inner)}
	case kind != "":
		return []string{short(kind)}
	case table == "":
		return []string{"unnamed"}
	}
	names := []string{short(table)}
	for name, value := range jsonl.Members(record) {
		if value.IsObject() || value.IsArray() {
			names = append(names, short(table+"."+string(name)))
		}
	}
	return names
}

func short(name string) string { return fmt.Sprintf("%.40s", name) }

// membersOf counts the header's members that a CLI has put there for itself.
func membersOf(h timeline.Header) map[string]int {
	found := map[string]int{}
	for _, extra := range []timeline.Extra{h.Extra, h.Source.Extra, h.Project.Extra, h.Model.Extra, h.Metadata.Extra} {
		for name := range extra {
			found[short(name)]++
		}
	}
	if len(h.Model.Config) > 0 {
		found["model.config"]++
	}
	return found
}

func bareHeader(h timeline.Header) timeline.Header {
	made := timeline.Header{
		ID: h.ID, Version: h.Version,
		Source: timeline.Source{CLI: h.Source.CLI, OriginalID: h.Source.OriginalID, Version: h.Source.Version},
		Metadata: timeline.Metadata{Created: h.Metadata.Created, LastModified: h.Metadata.LastModified,
			Cost: h.Metadata.Cost},
	}
	if t := h.Metadata.Tokens; t != nil {
		made.Metadata.Tokens = &timeline.Tokens{Input: t.Input, Output: t.Output}
	}
	if l := h.Lineage; l != nil && l.Kind == timeline.LineageSubagent { // by which a child finds its call
		made.Lineage = &timeline.Lineage{Parent: l.Parent, At: l.At, Kind: l.Kind}
	}
	for _, b := range h.Branches {
		made.Branches = append(made.Branches, timeline.Branch{ID: b.ID, ParentID: b.ParentID, Entries: b.Entries})
	}
	return made
}

func bareEntry(e *timeline.Entry) *timeline.Entry {
	made := &timeline.Entry{
		ID: e.ID, Timestamp: e.Timestamp, Type: e.Type, ParentID: e.ParentID, Content: e.Content, Thinking: e.Thinking,
		Tool: e.Tool, Input: e.Input, OriginalTool: e.OriginalTool, CallID: e.CallID, Success: e.Success, Output: e.Output,
		Error:      e.Error,
		DurationMS: e.DurationMS, StopReason: e.StopReason, Hidden: e.Hidden, Branch: e.Branch, Origin: bareOrigin(e.Origin),
	}
	if u := e.Usage; u != nil {
		made.Usage = &timeline.Usage{
			Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, Reasoning: u.Reasoning,
			Cost: u.Cost,
		}
	}
	for _, a := range e.Attachments {
		a.Extra = nil
		made.Attachments = append(made.Attachments, a)
	}
	if e.IsUnknown() && e.Native != nil { // the report says where it stands
		made.Native = &timeline.Record{Line: e.Native.Line, Damaged: e.Native.Damaged}
	}
	if c := e.Compaction; c != nil {
		made.Compaction = &timeline.Compaction{Trigger: c.Trigger, Keeps: c.Keeps, KeepsFirst: c.KeepsFirst}
	}
	return made
}

// bareOrigin says how a text came into the context. A hook speaks to the model in the developer's name in some CLIs, so
// what a stranger's hook has said is a text of the file only.
func bareOrigin(o *timeline.Origin) *timeline.Origin {
	if o == nil {
		return nil
	}
	made := &timeline.Origin{Kind: o.Kind, Name: o.Name, Typed: o.Typed, ExitCode: o.ExitCode, DurationMS: o.DurationMS}
	if o.Kind == timeline.Hook {
		made.Kind, made.Name = timeline.Unsorted, string(timeline.Hook)
	}
	return made
}
